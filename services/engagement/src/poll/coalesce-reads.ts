/**
 * Coalesces concurrent reads of a key.
 *
 * A caller that arrives during a read shares the next one with all others, so that it never gets a result that was started
 * before its request. At most one read per key is in flight.
 */
export const coalesceReads = <Value>(read: (key: number) => Promise<Value>): ((key: number) => Promise<Value>) => {
  const inFlight = new Map<number, Promise<Value>>()
  const queuedReads = new Map<number, Promise<Value>>()

  const startRead = (key: number): Promise<Value> => {
    const pending = read(key).finally(() => {
      if (inFlight.get(key) === pending) inFlight.delete(key)
    })
    inFlight.set(key, pending)
    return pending
  }
  const startAfter = async (current: Promise<Value>, key: number): Promise<Value> => {
    await current.catch(() => {})
    queuedReads.delete(key)
    return startRead(key)
  }

  return (key) => {
    const current = inFlight.get(key)
    if (!current) return startRead(key)
    const queued = queuedReads.get(key) ?? startAfter(current, key)
    queuedReads.set(key, queued)
    return queued
  }
}
