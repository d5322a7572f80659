import type { Timing, TimingChanges } from './live-timing.ts'
import { inRunningOrder } from './timing-order.ts'

/**
 * Applies changes to the previous Timing of a session; undefined if they build on another state. Unchanged cars stay
 * the same objects.
 */
export const withTimingChanges = (base: Timing, changes: TimingChanges): Timing | undefined => {
  const { since, entries, gone, ...head } = changes
  if (base.generation !== since.generation || base.sequence !== since.sequence) return undefined
  const cars = new Map(base.entries.map((entry) => [entry.plate, entry]))
  for (const plate of gone) cars.delete(plate)
  for (const entry of entries) cars.set(entry.plate, entry)
  return { ...head, entries: inRunningOrder([...cars.values()]) }
}
