export type KeyedCounter = {
  count(key: string): number
  increment(key: string): void
  decrement(key: string): void
}

/** Counts work in flight by key. Keys at zero are removed, so memory is bounded by the work in flight. */
export const keyedCounter = (): KeyedCounter => {
  const counts = new Map<string, number>()
  const count = (key: string): number => counts.get(key) ?? 0
  const add = (key: string, change: 1 | -1): void => {
    const next = count(key) + change
    if (next > 0) counts.set(key, next)
    else counts.delete(key)
  }
  return { count, increment: (key) => add(key, 1), decrement: (key) => add(key, -1) }
}
