import type { CarStatusChange } from '../recording.ts'
import type { EntryList } from './entry-lists.ts'
import { carreraCup, grCup, on, quick, super2, supercars, superUtes } from './programme.ts'

/** Dead entries of the weekend: a wreck that is rebuilt, one that is not, two withdrawals, one of them taken back. */
export function carStatuses(entries: EntryList[]): CarStatusChange[] {
  const wreck = quick(entries, supercars, 2)
  const engine = quick(entries, supercars, 4)
  const lateEntry = quick(entries, grCup, 3)
  const puncture = quick(entries, carreraCup, 2)
  return [
    { at: on('fri', '09:35'), category: grCup, car: lateEntry, status: 'withdrawn' },
    { at: on('fri', '16:45'), category: carreraCup, car: puncture, status: 'dnf' },
    { at: on('fri', '18:30'), category: grCup, car: lateEntry, status: 'active' },
    { at: on('sat', '08:20'), category: carreraCup, car: puncture, status: 'active' },
    { at: on('sat', '09:05'), category: superUtes, car: quick(entries, superUtes, 5), status: 'dnf' },
    { at: on('sat', '10:50'), category: super2, car: quick(entries, super2, 3), status: 'withdrawn' },
    { at: on('sat', '15:02'), category: supercars, car: wreck, status: 'crashed' },
    { at: on('sun', '08:15'), category: supercars, car: wreck, status: 'active' },
    { at: on('sun', '09:00'), category: supercars, car: engine, status: 'retired' },
  ]
}
