import type { RevisedCar } from '@purple-sector/contracts/admin/http'
import { expect, test } from 'vitest'
import { revisionChanges } from './revision-changes.ts'

type RowState = number | 'dsq' | 'dnf' | null
const entryAt = (place: RowState) =>
  place === null
    ? null
    : typeof place === 'number'
      ? { position: place, place, status: 'classified' as const }
      : { position: null, place: null, status: place }
const car = (number: number, before: RowState, after: RowState): RevisedCar => ({
  carId: number,
  car: { number, plate: String(number), driver: `Driver ${number}`, team: 'Team' },
  before: entryAt(before),
  after: entryAt(after),
})
const changesOf = (...changes: RevisedCar[]) => {
  const { places, statusChanges, otherChangesCount } = revisionChanges({ status: 'amended', changes })
  return {
    places: places.map(({ place, before, after }) => [place, before?.plate, after?.plate]),
    statusChanges,
    otherChangesCount,
  }
}

test('lists both places when two cars swap', () => {
  expect(changesOf(car(8, 2, 1), car(7, 1, 2))).toEqual({
    places: [
      [1, '7', '8'],
      [2, '8', '7'],
    ],
    statusChanges: [],
    otherChangesCount: 0,
  })
})
test('lists a disqualification and the cars that move up', () => {
  expect(changesOf(car(8, 2, 1), car(9, 3, 2), car(7, 1, 'dsq'))).toEqual({
    places: [
      [1, '7', '8'],
      [2, '8', '9'],
      [3, '9', undefined],
    ],
    statusChanges: ['Car 7 DSQ'],
    otherChangesCount: 0,
  })
})
test('lists places and retirements of a first result', () => {
  expect(changesOf(car(7, null, 1), car(8, null, 'dnf'))).toEqual({
    places: [[1, undefined, '7']],
    statusChanges: ['Car 8 DNF'],
    otherChangesCount: 0,
  })
})
test('lists no place for changed laps and times, and a car that is left out', () => {
  expect(changesOf(car(7, 1, 1), car(8, 2, null))).toEqual({
    places: [[2, '8', undefined]],
    statusChanges: ['Car 8 left out'],
    otherChangesCount: 1,
  })
})
test('names no car of a cancelled result', () => {
  expect(revisionChanges({ status: 'cancelled', changes: [car(7, 1, null)] }).statusChanges).toEqual([])
})
