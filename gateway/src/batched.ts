/**
 * How long a batch stays open: hardly at all, but in a rush until nobody has come for `quietMs`, at most `rushMs`, so
 * that few calls serve many. Where many come as soon as there is somebody to ask, the first batch is one of a rush.
 */
export type BatchWindow = {
  limit: number
  calmMs: number
  unchangedForMs: number
  rushMs: number
  beginsInRush?: boolean
}

/** A batch of so many shortly before means that more are coming. */
const RUSH_SIZE = 4
const RUSH_MEMORY_MS = 1_000

type Batch<Key, Value> = { keys: Set<Key>; lastAt: number; reply: Promise<ReadonlyMap<Key, Value>>; send(): void }

/**
 * Gathers keys asked for at nearly the same time into calls of at most `limit`, and asks for a key once however many
 * wait for it. A failed call fails its waiters and nobody else.
 */
export const batched = <Key, Value>(
  request: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { limit, calmMs, unchangedForMs, rushMs, beginsInRush = false }: BatchWindow,
  now: () => number = () => performance.now(),
): ((key: Key) => Promise<Value | undefined>) => {
  const waiting = new Map<Key, Batch<Key, Value>>()
  let open: Batch<Key, Value> | undefined
  let last = beginsInRush
    ? { size: RUSH_SIZE, sentAt: Number.POSITIVE_INFINITY }
    : { size: 0, sentAt: Number.NEGATIVE_INFINITY }

  const isRush = (): boolean => last.size >= RUSH_SIZE && now() - last.sentAt < RUSH_MEMORY_MS

  const start = (): Batch<Key, Value> => {
    const full = Promise.withResolvers<void>()
    const latest = now() + (isRush() ? rushMs : calmMs)
    let timer: NodeJS.Timeout
    const wait = () => {
      const quietAt = isRush() ? batch.lastAt + unchangedForMs : latest
      const due = Math.min(quietAt, latest) - now()
      if (due > 0) timer = setTimeout(wait, Math.ceil(due))
      else full.resolve()
    }
    const call = async (): Promise<ReadonlyMap<Key, Value>> => {
      await full.promise
      clearTimeout(timer)
      if (open === batch) open = undefined
      last = { size: batch.keys.size, sentAt: now() }
      try {
        return await request([...batch.keys])
      } finally {
        for (const key of batch.keys) waiting.delete(key)
      }
    }
    const batch: Batch<Key, Value> = { keys: new Set<Key>(), lastAt: now(), reply: call(), send: full.resolve }
    wait()
    return batch
  }

  return async (key) => {
    const known = waiting.get(key)
    if (known) return (await known.reply).get(key)
    open ??= start()
    const batch = open
    batch.keys.add(key)
    batch.lastAt = now()
    waiting.set(key, batch)
    if (batch.keys.size >= limit) {
      open = undefined
      batch.send()
    }
    return (await batch.reply).get(key)
  }
}
