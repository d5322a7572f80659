import { isDeepStrictEqual } from 'node:util'
import type { Timing, TimingChanges } from '@purple-sector/contracts/admin/live-timing'
import { withTimingChanges } from '@purple-sector/contracts/admin/timing-changes'

/**
 * Computes the changes from one state of a race to another.
 * Undefined if changes cannot express the difference, such as the order of two cars in one position.
 */
export const changesOf = (from: Timing, to: Timing): TimingChanges | undefined => {
  const before = new Map(from.entries.map((entry) => [entry.plate, entry]))
  const { entries, ...head } = to
  const present = new Set(entries.map(({ plate }) => plate))
  const changes: TimingChanges = {
    ...head,
    since: { generation: from.generation, sequence: from.sequence },
    entries: entries.filter((entry) => !isDeepStrictEqual(entry, before.get(entry.plate))),
    gone: [...before.keys()].filter((plate) => !present.has(plate)),
  }
  return isDeepStrictEqual(withTimingChanges(from, changes), to) ? changes : undefined
}
