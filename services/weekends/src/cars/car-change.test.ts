import { describe, expect, test } from 'vitest'
import type { StoredCar } from './car.ts'
import { changedCar, isSameCar } from './car-change.ts'
import { enteredCar } from './car-entry.ts'

const entryCategory = { weekendId: 1, categoryId: 3, category: 'Dunlop Super2 Series', raceId: 4 } as const
const entry = { plate: '05', driver: 'Ollie Marsh', team: 'Gully', manufacturer: 'Ford', coDriver: 'Sam Petrakis' }
const car: StoredCar = { id: 1, ...enteredCar(entry, entryCategory) }

describe('changedCar', () => {
  test('leaves fields unchanged that were not sent', () => {
    expect(changedCar(car, {})).toEqual(car)
    expect(isSameCar(changedCar(car, { driver: 'Ollie Marsh', plate: '05' }), car)).toBe(true)
    expect(isSameCar(changedCar(car, { coDriver: null }), car)).toBe(false)
  })
  test('renames a car with its driver only if the car was named after the driver', () => {
    expect(changedCar(car, { driver: 'Ada Moss' })).toEqual({ ...car, driver: 'Ada Moss', name: 'Ada Moss' })
    expect(changedCar(car, { name: car.name, driver: 'Ada Moss' })).toMatchObject({ name: 'Ada Moss' })
    const bullet = { ...car, name: 'The Bullet' }
    expect(changedCar(bullet, { driver: 'Ada Moss' })).toMatchObject({ name: 'The Bullet' })
    expect(changedCar(bullet, { name: '' })).toMatchObject({ name: 'Ollie Marsh' })
  })
  test('stores an emptied field as null', () => {
    expect(changedCar({ ...car, model: 'Mustang' }, { coDriver: '', model: null })).toMatchObject({
      coDriver: null,
      model: null,
    })
  })
})
