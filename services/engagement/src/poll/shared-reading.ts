/**
 * A reading that many ask for at the same time, by its key. Who asks while one is under way gets the next one, which all
 * of those share: nobody is answered by what is older than their question, and however many ask, one is read at a time.
 */
export const sharedReading = <Value>(read: (key: number) => Promise<Value>): ((key: number) => Promise<Value>) => {
  const inFlight = new Map<number, Promise<Value>>()
  const next = new Map<number, Promise<Value>>()

  const begin = (key: number): Promise<Value> => {
    const reading = read(key).finally(() => {
      if (inFlight.get(key) === reading) inFlight.delete(key)
    })
    inFlight.set(key, reading)
    return reading
  }
  const beginAfter = async (before: Promise<Value>, key: number): Promise<Value> => {
    await before.catch(() => {})
    next.delete(key)
    return begin(key)
  }

  return (key) => {
    const before = inFlight.get(key)
    if (!before) return begin(key)
    const waiting = next.get(key) ?? beginAfter(before, key)
    next.set(key, waiting)
    return waiting
  }
}
