/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number
  /** low ≤ n < high, whole */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Roughly normal, mean 0, deviation 1. */
  bell(): number
}

export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const found = list[whole(0, list.length)]
      if (found === undefined) throw new Error('cannot pick from an empty list')
      return found
    },
    bell: () => next() + next() + next() + next() + next() + next() - 3 + (next() - 0.5),
  }
}
