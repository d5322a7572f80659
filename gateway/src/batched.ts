/**
 * How long a batch stays open: `delayMs`, but in a burst until no key has been added for `debounceMs`, at most
 * `maxBurstMs`, so that few calls serve many. With `startsInBurst` the first batch counts as part of a burst.
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

type Batch<Key, Value> = { keys: Set<Key>; lastAt: number; reply: Promise<ReadonlyMap<Key, Value>>; send(): void }

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
