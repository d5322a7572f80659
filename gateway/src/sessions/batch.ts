/**
 * Gathers keys asked for at nearly the same time into calls of at most `limit`, and asks for a key once however many
 * wait for it. A failed call fails its waiters and nobody else.
 */
export const batched = <Key, Value>(
  ask: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { limit, windowMs }: { limit: number; windowMs: number },
): ((key: Key) => Promise<Value | undefined>) => {
  type Batch = { keys: Set<Key>; reply: Promise<ReadonlyMap<Key, Value>>; send(): void }
  const waiting = new Map<Key, Batch>()
  let open: Batch | undefined

  const start = (): Batch => {
    const keys = new Set<Key>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, windowMs)
    const send = () => {
      clearTimeout(timer)
      resolve()
    }
    const reply = promise
      .then(() => {
        if (open === batch) open = undefined
        return ask([...keys])
      })
      .finally(() => {
        for (const key of keys) waiting.delete(key)
      })
    const batch: Batch = { keys, reply, send }
    return batch
  }

  return async (key) => {
    const known = waiting.get(key)
    if (known) return (await known.reply).get(key)
    open ??= start()
    const batch = open
    batch.keys.add(key)
    waiting.set(key, batch)
    if (batch.keys.size >= limit) {
      open = undefined
      batch.send()
    }
    return (await batch.reply).get(key)
  }
}
