import { describe, expect, test } from 'vitest'
import type { StoredCar } from './car.ts'
import { enteredCar, entryOfDriver, withoutDriver } from './car-entry.ts'

const entryCategory = { weekendId: 1, categoryId: 3, category: 'Dunlop Super2 Series', raceId: 4 } as const
const entry = { plate: '07', driver: 'Ollie Marsh', team: 'Gully', manufacturer: 'Ford' }
const car = (overrides: Partial<StoredCar> = {}): StoredCar => ({
  id: 1,
  ...enteredCar(entry, entryCategory),
  ...overrides,
})

describe('enteredCar', () => {
  test('enters an active car, named after its driver if it has no name', () => {
    expect(enteredCar(entry, entryCategory)).toEqual({
      ...entryCategory,
      ...entry,
      number: 7,
      name: 'Ollie Marsh',
      coDriver: null,
      model: null,
      class: null,
      status: 'active',
      withdrawn: false,
    })
    expect(enteredCar({ ...entry, name: 'The Bullet', coDriver: '' }, entryCategory)).toMatchObject({
      name: 'The Bullet',
      coDriver: null,
    })
  })
})

describe('entryOfDriver', () => {
  test('accepts the driver in either field', () => {
    expect(entryOfDriver({ ...entry, driver: undefined, name: 'Ollie Marsh' })).toMatchObject({ driver: 'Ollie Marsh' })
    expect(entryOfDriver({ ...entry, name: 'The Bullet' })).toMatchObject({ driver: 'Ollie Marsh' })
  })
})

describe('withoutDriver', () => {
  const ownCar = car({ id: 1 })
  const shared = car({ id: 2, driver: 'Bella Thorne', coDriver: 'OLLIE MARSH' })
  const otherCars = car({ id: 3, driver: 'Sam Petrakis' })
  const withdrawn = car({ id: 4, withdrawn: true })
  test("withdraws the driver's cars and clears the co-driver, ignoring case", () => {
    expect(withoutDriver([ownCar, shared, otherCars, withdrawn], ' ollie marsh ')).toEqual([
      { before: ownCar, after: { ...ownCar, withdrawn: true } },
      { before: shared, after: { ...shared, coDriver: null } },
    ])
  })
})
