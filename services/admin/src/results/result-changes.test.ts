import { describe, expect, test } from 'vitest'
import type { NamedRow } from './result.ts'
import { changesBetween } from './result-changes.ts'

const row = (carId: number, place: number | null, over: Partial<NamedRow> = {}): NamedRow => ({
  carId,
  position: place,
  place,
  status: place === null ? 'dsq' : 'classified',
  car: { number: carId, plate: String(carId), driver: `Driver ${carId}`, team: 'Team' },
  ...over,
})
const told = (before: NamedRow[], after: NamedRow[]) =>
  changesBetween(before, after).map(({ carId, before: was, after: is }) => [
    carId,
    was?.place ?? was?.status ?? null,
    is?.place ?? is?.status ?? null,
  ])

describe('what a revision changed', () => {
  test('of a first one is every car', () => {
    expect(told([], [row(7, 1), row(8, null)])).toEqual([
      [7, null, 1],
      [8, null, 'dsq'],
    ])
  })
  test('are the cars with another place, and those that lose theirs', () => {
    expect(told([row(7, 1), row(8, 2), row(9, 3)], [row(8, 1), row(7, 2), row(9, 3)])).toEqual([
      [8, 2, 1],
      [7, 1, 2],
    ])
    expect(told([row(7, 1), row(8, 2)], [row(8, 1), row(7, null)])).toEqual([
      [8, 2, 1],
      [7, 1, 'dsq'],
    ])
  })
  test('are figures alone, too', () => {
    expect(changesBetween([row(7, 1, { laps: 20 })], [row(7, 1, { laps: 21 })])).toMatchObject([
      { carId: 7, car: { plate: '7' }, before: { place: 1, laps: 20 }, after: { place: 1, laps: 21 } },
    ])
  })
  test('are cars that it names no more, all of them where it withdraws the result', () => {
    expect(told([row(7, 1), row(8, 2)], [row(7, 1)])).toEqual([[8, 2, null]])
    expect(told([row(7, 1), row(8, 2)], [])).toEqual([
      [7, 1, null],
      [8, 2, null],
    ])
  })
  test('are none where only its status or its reason is another', () => {
    expect(changesBetween([row(7, 1)], [row(7, 1)])).toEqual([])
  })
})
