/**
 * How long a batch stays open: `delayMs`. In a burst it stays open until no key has been added for `debounceMs`, at
 * most `maxBurstMs`, so that few calls serve many callers.
 * With `startsInBurst` the first batch counts as part of a burst.
 */
export type BatchWindow = {
  limit: number
  delayMs: number
  debounceMs: number
  maxBurstMs: number
  startsInBurst?: boolean
}

/** A recent batch of this size means that more requests are coming. */
const BURST_SIZE = 4
const BURST_TTL_MS = 1_000

type Batch<Key, Value> = { keys: Set<Key>; lastAddedAt: number; reply: Promise<ReadonlyMap<Key, Value>>; send(): void }

/**
 * Batches keys requested at nearly the same time into calls of at most `limit`.
 * A key is requested once however many callers wait for it. A failed call rejects the callers of its own batch only.
 */
export const batched = <Key, Value>(
  request: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { limit, delayMs, debounceMs, maxBurstMs, startsInBurst = false }: BatchWindow,
  now: () => number = () => performance.now(),
): ((key: Key) => Promise<Value | undefined>) => {
  const pending = new Map<Key, Batch<Key, Value>>()
  let currentBatch: Batch<Key, Value> | undefined
  let lastSent = startsInBurst
    ? { size: BURST_SIZE, sentAt: Number.POSITIVE_INFINITY }
    : { size: 0, sentAt: Number.NEGATIVE_INFINITY }

  const isBurst = (): boolean => lastSent.size >= BURST_SIZE && now() - lastSent.sentAt < BURST_TTL_MS

  const start = (): Batch<Key, Value> => {
    const sending = Promise.withResolvers<void>()
    const deadline = now() + (isBurst() ? maxBurstMs : delayMs)
    let timer: NodeJS.Timeout
    const wait = () => {
      const quietAt = isBurst() ? batch.lastAddedAt + debounceMs : deadline
      const remainingMs = Math.min(quietAt, deadline) - now()
      if (remainingMs > 0) timer = setTimeout(wait, Math.ceil(remainingMs))
      else sending.resolve()
    }
    const call = async (): Promise<ReadonlyMap<Key, Value>> => {
      await sending.promise
      clearTimeout(timer)
      if (currentBatch === batch) currentBatch = undefined
      lastSent = { size: batch.keys.size, sentAt: now() }
      try {
        return await request([...batch.keys])
      } finally {
        for (const key of batch.keys) pending.delete(key)
      }
    }
    const batch: Batch<Key, Value> = { keys: new Set<Key>(), lastAddedAt: now(), reply: call(), send: sending.resolve }
    wait()
    return batch
  }

  return async (key) => {
    const pendingBatch = pending.get(key)
    if (pendingBatch) return (await pendingBatch.reply).get(key)
    currentBatch ??= start()
    const batch = currentBatch
    batch.keys.add(key)
    batch.lastAddedAt = now()
    pending.set(key, batch)
    if (batch.keys.size >= limit) {
      currentBatch = undefined
      batch.send()
    }
    return (await batch.reply).get(key)
  }
}
