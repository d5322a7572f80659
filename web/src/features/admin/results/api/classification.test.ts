import { carReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import {
  changedCars,
  move,
  placesOf,
  type Row,
  rowsOf,
  toClassification,
  withCars,
  withStatus,
} from './classification.ts'
import { shortName, surname } from './driver-names.ts'
import { createCars, createEntry, createResult } from './result-fixtures.ts'
import { fastestLap, formatRow, problemsOf } from './typed-rows.ts'

const ids = (rows: readonly Row[]) => rows.map(({ carId }) => carId)
const cars = createCars()
const fresh = rowsOf(cars, null)
const result = createResult([
  createEntry(1, 3, { laps: 39, bestLapMs: 80_298.3, averageSpeed: 171.5 }),
  createEntry(2, 1, { laps: 39, gapMs: 1_204 }),
  createEntry(null, 5, { status: 'dnf', laps: 12 }),
])
const published = rowsOf(cars, result)

describe('rows of a new result draft', () => {
  test('lists every car by number, classified, without a result', () => {
    expect(ids(rowsOf(cars.toReversed(), null))).toEqual([1, 2, 3, 4, 5])
    expect(placesOf(fresh)).toEqual([1, 2, 3, 4, 5])
  })
  test('lists every car by number after a cancelled result', () => {
    expect(ids(rowsOf(cars, createResult([], { status: 'cancelled' })))).toEqual([1, 2, 3, 4, 5])
  })
  test("lists the result's cars in its order, the other cars left out", () => {
    expect(ids(published)).toEqual([3, 1, 5, 2, 4])
    expect(published.map(({ status }) => status)).toEqual(['classified', 'classified', 'dnf', 'out', 'out'])
    expect(placesOf(published)).toEqual([1, 2, null, null, null])
    expect(published[0]).toMatchObject({ laps: '39', bestLap: '1:20.2983', gap: '' })
    expect(published[1]).toMatchObject({ laps: '39', bestLap: '', gap: '+1.204' })
  })
  test('lists withdrawn cars only when the result does', () => {
    const withdrawn = cars.map((car) => (car.id === 3 || car.id === 4 ? { ...car, withdrawn: true } : car))
    expect(ids(rowsOf(withdrawn, null))).toEqual([1, 2, 5])
    expect(ids(rowsOf(withdrawn, result))).toEqual([3, 1, 5, 2])
    expect(rowsOf(withdrawn, result)[0]?.isWithdrawn).toBe(true)
  })
  test('keeps a car of the result that is no longer entered', () => {
    expect(rowsOf([], result)[0]).toMatchObject({ carId: 3, driver: 'Tomas Kinnear', isWithdrawn: true })
  })
  test('converts rows back to the published classification unchanged', () => {
    expect(toClassification(published)).toEqual(result.classification.map(({ place: _, car: __, ...row }) => row))
  })
})

describe('a car with a new driver', () => {
  const swapped = cars.map((car) => (car.id === 1 || car.id === 2 ? { ...car, driver: 'Somebody Else' } : car))
  const driverOf = (rows: readonly Row[], id: number) => rows.find(({ carId }) => carId === id)?.driver
  test('keeps its published name in a published result', () => {
    expect(driverOf(rowsOf(swapped, result), 1)).toBe('Jed Harrowell')
    expect(driverOf(withCars(published, swapped, result), 1)).toBe('Jed Harrowell')
    expect(driverOf(withCars(published, swapped, result), 2)).toBe('Somebody Else')
  })
})

describe('moving a row', () => {
  test('moves a row up, down and over several rows', () => {
    expect(ids(move(fresh, 3, 0))).toEqual([3, 1, 2, 4, 5])
    expect(ids(move(fresh, 1, 1))).toEqual([2, 1, 3, 4, 5])
    expect(ids(move(fresh, 1, 99))).toEqual([2, 3, 4, 5, 1])
    expect(ids(move(fresh, 1, -1))).toEqual([1, 2, 3, 4, 5])
  })
  test('keeps classified cars above the others', () => {
    expect(ids(move(published, 3, 4))).toEqual([1, 3, 5, 2, 4])
    expect(ids(move(published, 5, 0))).toEqual([3, 1, 5, 2, 4])
    expect(ids(move(published, 4, 0))).toEqual([3, 1, 5, 4, 2])
  })
})

describe('changing a status', () => {
  test('moves an unclassified car to the end without a position and closes the gap', () => {
    const rows = withStatus(withStatus(fresh, 2, 'dnf'), 1, 'dsq')
    expect(ids(rows)).toEqual([3, 4, 5, 2, 1])
    expect(placesOf(rows)).toEqual([1, 2, 3, null, null])
  })
  test('moves nothing between two unclassified statuses', () => {
    expect(ids(withStatus(withStatus(withStatus(fresh, 2, 'dnf'), 1, 'dns'), 2, 'dsq'))).toEqual([3, 4, 5, 2, 1])
  })
  test('moves a car that is left out to the end, and back behind the others', () => {
    const rows = withStatus(withStatus(fresh, 5, 'dnf'), 1, 'out')
    expect(ids(rows)).toEqual([2, 3, 4, 5, 1])
    expect(toClassification(rows).map(({ carId }) => carId)).toEqual([2, 3, 4, 5])
    expect(ids(withStatus(rows, 1, 'classified'))).toEqual([2, 3, 4, 1, 5])
  })
})

describe('changed cars', () => {
  test('returns no changed cars when a row moves away and back', () => {
    expect(changedCars(fresh, move(move(fresh, 1, 3), 1, 0))).toEqual(new Set())
  })
  test('returns all cars whose place differs', () => {
    expect(changedCars(fresh, move(fresh, 3, 0))).toEqual(new Set([1, 2, 3]))
  })
  test('compares status, laps and times, regardless of formatting', () => {
    expect(changedCars(published, withStatus(published, 5, 'dns'))).toEqual(new Set([5]))
    const typed = published.map((row) => (row.carId === 3 ? { ...row, bestLap: '80.2983' } : row))
    expect(changedCars(published, typed)).toEqual(new Set())
    const faster = published.map((row) => (row.carId === 3 ? { ...row, bestLap: '1:19' } : row))
    expect(changedCars(published, faster)).toEqual(new Set([3]))
  })
  test('returns a car that is left out of only one result', () => {
    expect(changedCars(published, withStatus(published, 4, 'dns'))).toEqual(new Set([4]))
    expect(changedCars(published, withStatus(published, 5, 'out'))).toEqual(new Set([5]))
  })
  test('returns no new car that is left out', () => {
    expect(changedCars(published, withCars(published, [...cars, carReply({ id: 9, number: 99 })], null))).toEqual(
      new Set(),
    )
  })
})

describe('cars that change during editing', () => {
  test('leaves out new cars, and keeps the input of renamed ones', () => {
    const typed = fresh.map((row) => (row.carId === 1 ? { ...row, laps: '39' } : row))
    const rows = withCars(
      typed,
      [carReply({ driver: 'Jed Harrowell-Orr' }), ...cars.slice(1), carReply({ id: 9, number: 99 })],
      null,
    )
    expect(rows[0]).toMatchObject({ driver: 'Jed Harrowell-Orr', laps: '39', status: 'classified' })
    expect(rows.at(-1)).toMatchObject({ carId: 9, status: 'out' })
  })
  test('keeps withdrawn cars that have a place, and removes those left out', () => {
    const withdrawn = cars.map((car) => (car.id === 3 || car.id === 4 ? { ...car, withdrawn: true } : car))
    expect(ids(withCars(published, withdrawn, null))).toEqual([3, 1, 5, 2])
  })
})

describe('typed times and laps', () => {
  test('formats typed times and laps', () => {
    const [row] = fresh
    if (!row) throw new Error('no row')
    expect(formatRow({ ...row, laps: '039', bestLap: '80.2983', gap: '1.2' }, 39)).toMatchObject({
      laps: '39',
      bestLap: '1:20.2983',
      gap: '+1.200',
    })
    expect(formatRow({ ...row, gap: '+1 lap' }, 39)).toMatchObject({ laps: '38', gap: '' })
    expect(formatRow({ ...row, laps: '37', gap: '+1 lap' }, 39)).toMatchObject({ laps: '37', gap: '' })
  })
  test('keeps invalid times and laps with an error', () => {
    const rows = published.map((row) => (row.carId === 3 ? { ...row, bestLap: '1:2x' } : row))
    expect(formatRow(rows[0] ?? fresh[0]!, 39).bestLap).toBe('1:2x')
    expect(problemsOf(rows)).toEqual([
      {
        carId: 3,
        field: 'bestLap',
        message: 'Tomas Kinnear, best lap: “1:2x” isn’t a lap time. Type it as 1:20.2983.',
      },
    ])
    expect(problemsOf(withStatus(rows, 3, 'out'))).toEqual([])
  })
  test('determines the fastest lap among all cars that drove', () => {
    const rows = withStatus(
      published.map((row) => (row.carId === 5 ? { ...row, bestLap: '1:19' } : row)),
      5,
      'dsq',
    )
    expect([fastestLap(published), fastestLap(rows), fastestLap(fresh)]).toEqual([80_298.3, 79_000, undefined])
  })
})

test('shortens driver names', () => {
  expect([
    surname('Tomas Kinnear'),
    shortName('Tomas Kinnear'),
    shortName('Jo van der Berg'),
    shortName('Cher'),
  ]).toEqual(['Kinnear', 'T. Kinnear', 'J. van der Berg', 'Cher'])
})
