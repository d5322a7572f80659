import { describe, expect, test } from 'vitest'
import type { NamedRow } from './result.ts'
import { changesBetween } from './result-changes.ts'

const row = (carId: number, place: number | null, overrides: Partial<NamedRow> = {}): NamedRow => ({
  carId,
  position: place,
  place,
  status: place === null ? 'dsq' : 'classified',
  car: { number: carId, plate: String(carId), driver: `Driver ${carId}`, team: 'Team' },
  ...overrides,
})

describe('changesBetween', () => {
  test('includes cars whose laps or gap alone changed', () => {
    expect(changesBetween([row(7, 1, { laps: 20 })], [row(7, 1, { laps: 21 })])).toMatchObject([
      { carId: 7, car: { plate: '7' }, before: { place: 1, laps: 20 }, after: { place: 1, laps: 21 } },
    ])
  })
})
