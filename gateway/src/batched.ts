/**
 * How long a batch stays open: hardly at all, but in a rush until nobody has come for `quietMs`, at most `rushMs`, so
 * that few calls serve many. Where many come as soon as there is somebody to ask, the first batch is one of a rush.
 */
export type BatchWindow = {
  limit: number
  delayMs: number
  debounceMs: number
  maxBurstMs: number
  startsInBurst?: boolean
}

/** A batch of so many shortly before means that more are coming. */
const BURST_SIZE = 4
const BURST_TTL_MS = 1_000

type Batch<Key, Value> = { keys: Set<Key>; lastAt: number; reply: Promise<ReadonlyMap<Key, Value>>; send(): void }

/**
 * Gathers keys asked for at nearly the same time into calls of at most `limit`, and asks for a key once however many
 * wait for it. A failed call fails its waiters and nobody else.
 */
export const batched = <Key, Value>(
  request: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { limit, delayMs, debounceMs, maxBurstMs, startsInBurst = false }: BatchWindow,
  now: () => number = () => performance.now(),
): ((key: Key) => Promise<Value | undefined>) => {
  const pending = new Map<Key, Batch<Key, Value>>()
  let open: Batch<Key, Value> | undefined
  let last = startsInBurst
    ? { size: BURST_SIZE, sentAt: Number.POSITIVE_INFINITY }
    : { size: 0, sentAt: Number.NEGATIVE_INFINITY }

  const isBurst = (): boolean => last.size >= BURST_SIZE && now() - last.sentAt < BURST_TTL_MS

  const start = (): Batch<Key, Value> => {
    const sending = Promise.withResolvers<void>()
    const deadline = now() + (isBurst() ? maxBurstMs : delayMs)
    let timer: NodeJS.Timeout
    const wait = () => {
      const quietAt = isBurst() ? batch.lastAt + debounceMs : deadline
      const due = Math.min(quietAt, deadline) - now()
      if (due > 0) timer = setTimeout(wait, Math.ceil(due))
      else sending.resolve()
    }
    const call = async (): Promise<ReadonlyMap<Key, Value>> => {
      await sending.promise
      clearTimeout(timer)
      if (open === batch) open = undefined
      last = { size: batch.keys.size, sentAt: now() }
      try {
        return await request([...batch.keys])
      } finally {
        for (const key of batch.keys) pending.delete(key)
      }
    }
    const batch: Batch<Key, Value> = { keys: new Set<Key>(), lastAt: now(), reply: call(), send: sending.resolve }
    wait()
    return batch
  }

  return async (key) => {
    const known = pending.get(key)
    if (known) return (await known.reply).get(key)
    open ??= start()
    const batch = open
    batch.keys.add(key)
    batch.lastAt = now()
    pending.set(key, batch)
    if (batch.keys.size >= limit) {
      open = undefined
      batch.send()
    }
    return (await batch.reply).get(key)
  }
}
