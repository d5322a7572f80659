/**
 * Coalesces concurrent reads of a key.
 *
 * A caller that arrives during a read shares the next one with all others, so that it never gets a result that was started
 * before its request. At most one read per key is in flight.
 */
export const coalesceReads = <Value>(read: (key: number) => Promise<Value>): ((key: number) => Promise<Value>) => {
  const inFlight = new Map<number, Promise<Value>>()
  const next = new Map<number, Promise<Value>>()

  const start = (key: number): Promise<Value> => {
    const pending = read(key).finally(() => {
      if (inFlight.get(key) === pending) inFlight.delete(key)
    })
    inFlight.set(key, pending)
    return pending
  }
  const startAfter = async (current: Promise<Value>, key: number): Promise<Value> => {
    await current.catch(() => {})
    next.delete(key)
    return start(key)
  }

  return (key) => {
    const current = inFlight.get(key)
    if (!current) return start(key)
    const waiting = next.get(key) ?? startAfter(current, key)
    next.set(key, waiting)
    return waiting
  }
}
