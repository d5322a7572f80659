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
import { anEntry, aResult, someCars } from './test-rows.ts'
import { fastestLap, problemsOf, settled } from './typed-rows.ts'

const ids = (rows: readonly Row[]) => rows.map(({ carId }) => carId)
const cars = someCars()
const fresh = rowsOf(cars, null)
const result = aResult([
  anEntry(1, 3, { laps: 39, bestLapMs: 80_298.3, averageSpeed: 171.5 }),
  anEntry(2, 1, { laps: 39, gapMs: 1_204 }),
  anEntry(null, 5, { status: 'dnf', laps: 12 }),
])
const published = rowsOf(cars, result)

describe('the rows the editor opens with', () => {
  test('without a result: every car, by number, classified', () => {
    expect(ids(rowsOf(cars.toReversed(), null))).toEqual([1, 2, 3, 4, 5])
    expect(placesOf(fresh)).toEqual([1, 2, 3, 4, 5])
  })
  test('a withdrawn result has no places to start from', () => {
    expect(ids(rowsOf(cars, aResult([], { status: 'cancelled' })))).toEqual([1, 2, 3, 4, 5])
  })
  test('with a result: its cars in its order, the others left out', () => {
    expect(ids(published)).toEqual([3, 1, 5, 2, 4])
    expect(published.map(({ status }) => status)).toEqual(['classified', 'classified', 'dnf', 'out', 'out'])
    expect(placesOf(published)).toEqual([1, 2, null, null, null])
    expect(published[0]).toMatchObject({ laps: '39', bestLap: '1:20.2983', gap: '' })
    expect(published[1]).toMatchObject({ laps: '39', bestLap: '', gap: '+1.204' })
  })
  test('withdrawn cars stand in the result they are in, and nowhere else', () => {
    const withdrawn = cars.map((car) => (car.id === 3 || car.id === 4 ? { ...car, withdrawn: true } : car))
    expect(ids(rowsOf(withdrawn, null))).toEqual([1, 2, 5])
    expect(ids(rowsOf(withdrawn, result))).toEqual([3, 1, 5, 2])
    expect(rowsOf(withdrawn, result)[0]?.isWithdrawn).toBe(true)
  })
  test('a car in the result that nobody knows any more stays', () => {
    expect(rowsOf([], result)[0]).toMatchObject({ carId: 3, driver: 'Tomas Kinnear', isWithdrawn: true })
  })
  test('what is published goes back as it came', () => {
    expect(toClassification(published)).toEqual(result.classification.map(({ place: _, car: __, ...row }) => row))
  })
})

describe('a car that was taken over by another driver', () => {
  const swapped = cars.map((car) => (car.id === 1 || car.id === 2 ? { ...car, driver: 'Somebody Else' } : car))
  const driverOf = (rows: readonly Row[], id: number) => rows.find(({ carId }) => carId === id)?.driver
  test('stands in a published result under the name it was published with', () => {
    expect(driverOf(rowsOf(swapped, result), 1)).toBe('Jed Harrowell')
    expect(driverOf(withCars(published, swapped, result), 1)).toBe('Jed Harrowell')
    expect(driverOf(withCars(published, swapped, result), 2)).toBe('Somebody Else')
  })
})

describe('moving', () => {
  test('up, down and far', () => {
    expect(ids(move(fresh, 3, 0))).toEqual([3, 1, 2, 4, 5])
    expect(ids(move(fresh, 1, 1))).toEqual([2, 1, 3, 4, 5])
    expect(ids(move(fresh, 1, 99))).toEqual([2, 3, 4, 5, 1])
    expect(ids(move(fresh, 1, -1))).toEqual([1, 2, 3, 4, 5])
  })
  test('a classified car stays above those that are not, and they below it', () => {
    expect(ids(move(published, 3, 4))).toEqual([1, 3, 5, 2, 4])
    expect(ids(move(published, 5, 0))).toEqual([3, 1, 5, 2, 4])
    expect(ids(move(published, 4, 0))).toEqual([3, 1, 5, 4, 2])
  })
})

describe('statuses', () => {
  test('a car that is not classified sinks to the end, without a position, and the others close up', () => {
    const rows = withStatus(withStatus(fresh, 2, 'dnf'), 1, 'dsq')
    expect(ids(rows)).toEqual([3, 4, 5, 2, 1])
    expect(placesOf(rows)).toEqual([1, 2, 3, null, null])
  })
  test('one kind of not being classified for another moves nothing', () => {
    expect(ids(withStatus(withStatus(withStatus(fresh, 2, 'dnf'), 1, 'dns'), 2, 'dsq'))).toEqual([3, 4, 5, 2, 1])
  })
  test('a car that is left out stands last, and comes back behind the others', () => {
    const rows = withStatus(withStatus(fresh, 5, 'dnf'), 1, 'out')
    expect(ids(rows)).toEqual([2, 3, 4, 5, 1])
    expect(toClassification(rows).map(({ carId }) => carId)).toEqual([2, 3, 4, 5])
    expect(ids(withStatus(rows, 1, 'classified'))).toEqual([2, 3, 4, 1, 5])
  })
})

describe('what changed', () => {
  test('nothing, when a row moves away and back', () => {
    expect(changedCars(fresh, move(move(fresh, 1, 3), 1, 0))).toEqual(new Set())
  })
  test('every car whose place is another one', () => {
    expect(changedCars(fresh, move(fresh, 3, 0))).toEqual(new Set([1, 2, 3]))
  })
  test('status, laps and times, but not how they are written', () => {
    expect(changedCars(published, withStatus(published, 5, 'dns'))).toEqual(new Set([5]))
    const typed = published.map((row) => (row.carId === 3 ? { ...row, bestLap: '80.2983' } : row))
    expect(changedCars(published, typed)).toEqual(new Set())
    const faster = published.map((row) => (row.carId === 3 ? { ...row, bestLap: '1:19' } : row))
    expect(changedCars(published, faster)).toEqual(new Set([3]))
  })
  test('a car left out of the one and in the other', () => {
    expect(changedCars(published, withStatus(published, 4, 'dns'))).toEqual(new Set([4]))
    expect(changedCars(published, withStatus(published, 5, 'out'))).toEqual(new Set([5]))
  })
  test('a car that comes and is left out is no change', () => {
    expect(changedCars(published, withCars(published, [...cars, carReply({ id: 9, number: 99 })], null))).toEqual(
      new Set(),
    )
  })
})

describe('cars that change meanwhile', () => {
  test('a new one is left out until it is placed, a renamed one keeps what was entered', () => {
    const typed = fresh.map((row) => (row.carId === 1 ? { ...row, laps: '39' } : row))
    const rows = withCars(
      typed,
      [carReply({ driver: 'Jed Harrowell-Orr' }), ...cars.slice(1), carReply({ id: 9, number: 99 })],
      null,
    )
    expect(rows[0]).toMatchObject({ driver: 'Jed Harrowell-Orr', laps: '39', status: 'classified' })
    expect(rows.at(-1)).toMatchObject({ carId: 9, status: 'out' })
  })
  test('a withdrawn one stays where it was placed and goes where it was left out', () => {
    const withdrawn = cars.map((car) => (car.id === 3 || car.id === 4 ? { ...car, withdrawn: true } : car))
    expect(ids(withCars(published, withdrawn, null))).toEqual([3, 1, 5, 2])
  })
})

describe('what is typed', () => {
  test('is written in its own form', () => {
    const [row] = fresh
    if (!row) throw new Error('no row')
    expect(settled({ ...row, laps: '039', bestLap: '80.2983', gap: '1.2' }, 39)).toMatchObject({
      laps: '39',
      bestLap: '1:20.2983',
      gap: '+1.200',
    })
    expect(settled({ ...row, gap: '+1 lap' }, 39)).toMatchObject({ laps: '38', gap: '' })
    expect(settled({ ...row, laps: '37', gap: '+1 lap' }, 39)).toMatchObject({ laps: '37', gap: '' })
  })
  test('is kept when it cannot be read, and told', () => {
    const rows = published.map((row) => (row.carId === 3 ? { ...row, bestLap: '1:2x' } : row))
    expect(settled(rows[0] ?? fresh[0]!, 39).bestLap).toBe('1:2x')
    expect(problemsOf(rows)).toEqual([
      {
        carId: 3,
        field: 'bestLap',
        message: 'Tomas Kinnear, best lap: “1:2x” isn’t a lap time. Type it as 1:20.2983.',
      },
    ])
    expect(problemsOf(withStatus(rows, 3, 'out'))).toEqual([])
  })
  test('the fastest lap is found among all that drove', () => {
    const rows = withStatus(
      published.map((row) => (row.carId === 5 ? { ...row, bestLap: '1:19' } : row)),
      5,
      'dsq',
    )
    expect([fastestLap(published), fastestLap(rows), fastestLap(fresh)]).toEqual([80_298.3, 79_000, undefined])
  })
})

test('drivers are named shortly', () => {
  expect([
    surname('Tomas Kinnear'),
    shortName('Tomas Kinnear'),
    shortName('Jo van der Berg'),
    shortName('Cher'),
  ]).toEqual(['Kinnear', 'T. Kinnear', 'J. van der Berg', 'Cher'])
})
