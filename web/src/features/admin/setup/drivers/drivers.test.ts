import { carReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { carsOfDriver, driversIn } from './drivers.ts'

const car = (id: number, driver: string, overrides: object = {}) =>
  carReply({ id, driver, coDriver: null, ...overrides })
const visible = (...cars: ReturnType<typeof carReply>[]) =>
  driversIn(cars).map(({ name, cars: ownCars, unavailableCars }) => [
    name,
    ownCars.map(({ id }) => id),
    unavailableCars.map(({ id }) => id),
  ])

test('lists a driver once with all their own and shared cars, by name', () => {
  expect(visible(car(1, 'Rory Tench', { coDriver: 'ada moss ' }), car(2, 'Ada Moss'), car(3, 'Jed Harrowell'))).toEqual(
    [
      ['ada moss', [1, 2], []],
      ['Jed Harrowell', [3], []],
      ['Rory Tench', [1], []],
    ],
  )
})

test('lists a car that is not active as an issue of all its drivers', () => {
  expect(visible(car(1, 'Rory Tench', { coDriver: 'Ada Moss', status: 'crashed' }), car(2, 'Ada Moss'))).toEqual([
    ['Ada Moss', [1, 2], [1]],
    ['Rory Tench', [1], [1]],
  ])
})

test('omits a driver with only withdrawn cars', () => {
  expect(visible(car(1, 'Rory Tench', { withdrawn: true }))).toEqual([])
})

test("splits a removed driver's cars into own ones and shared seats", () => {
  const ownCar = car(1, 'ada moss ')
  const sharedCar = car(2, 'Tomas Kinnear', { coDriver: 'Ada Moss' })
  const withdrawnCar = car(3, 'Ada Moss', { withdrawn: true })
  expect(carsOfDriver([ownCar, sharedCar, withdrawnCar], 'Ada Moss')).toEqual({
    ownCars: [ownCar],
    sharedCars: [sharedCar],
  })
})
