import type { Car } from '@purple-sector/contracts/weekends/http'
import { carReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { carBody, carErrors, driverBody, emptyCar, isDriverComplete, racingFirst, revival } from './car-form.ts'

const SUPERCARS = 'Repco Supercars Championship'
const aCar = (overrides: Partial<Car> = {}): Car => carReply({ weekendId: 4, ...overrides })
const filled = { ...emptyCar(4), class: SUPERCARS, driver: 'Ada Moss', number: '31', raceId: '12' }

describe('the car form', () => {
  test('requires a driver, a race and a number of 1 to 3 digits', () => {
    expect(Object.keys(carErrors(emptyCar(4)))).toEqual(['raceId', 'driver', 'number'])
    for (const number of ['1000', '4O', '1.5', '-1', ''])
      expect(carErrors({ ...filled, number })).toHaveProperty('number')
    for (const number of ['0', '05', '888']) expect(carErrors({ ...filled, number })).toEqual({})
  })
  test('sends the number as a number and the plate as typed', () => {
    expect(carBody({ ...filled, number: '05' })).toMatchObject({ number: 5, plate: '05', raceId: 12 })
    expect(driverBody(filled)).toMatchObject({ number: 31, plate: '31', coDriver: null, class: SUPERCARS })
  })
})

test('requires weekend, name and number of a driver', () => {
  expect(isDriverComplete(filled)).toBe(true)
  expect(isDriverComplete({ ...filled, weekendId: '' })).toBe(false)
  expect(isDriverComplete({ ...filled, driver: ' ' })).toBe(false)
  expect(isDriverComplete({ ...filled, number: '' })).toBe(false)
})

test('restores a withdrawn car through its race, else by its category', () => {
  expect(revival(aCar({ raceId: 12 }))).toMatchObject({ path: '/api/admin/cars', body: { raceId: 12, number: 7 } })
  expect(revival(aCar({ class: 'Pro' }))).toMatchObject({
    path: '/api/admin/weekends/4/drivers',
    body: { class: SUPERCARS, number: 7 },
  })
})

test('sorts withdrawn cars last', () => {
  const cars = [aCar({ id: 1, withdrawn: true }), aCar({ id: 2 }), aCar({ id: 3 })]
  expect(racingFirst(cars).map(({ id }) => id)).toEqual([2, 3, 1])
})
