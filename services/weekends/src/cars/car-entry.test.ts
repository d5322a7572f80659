import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import { describe, expect, test } from 'vitest'
import type { StoredCar } from './car.ts'
import { categoryOfClass, enteredCar, entryOfDriver, revivedCar, withoutDriver } from './car-entry.ts'

const place = { weekendId: 1, categoryId: 3, category: 'Dunlop Super2 Series', raceId: 4 } as const
const entry = { plate: '07', driver: 'Ollie Marsh', team: 'Gully', manufacturer: 'Ford' }
const classed = (named: string | null) => categoryOfClass(FOUNDING_CATEGORIES, named).name
const car = (over: Partial<StoredCar> = {}): StoredCar => ({ id: 1, ...enteredCar(entry, place), ...over })

describe('entering a car', () => {
  test('it races, and is named for its driver where it has no name', () => {
    expect(enteredCar(entry, place)).toEqual({
      ...place,
      ...entry,
      number: 7,
      name: 'Ollie Marsh',
      coDriver: null,
      model: null,
      class: null,
      status: 'active',
      withdrawn: false,
    })
    expect(enteredCar({ ...entry, name: 'The Bullet', coDriver: '' }, place)).toMatchObject({
      name: 'The Bullet',
      coDriver: null,
    })
  })
  test('a plate that races already is taken', () => {
    expect(() => revivedCar(car(), enteredCar(entry, place))).toThrow(
      expect.objectContaining({ code: 'CAR_NUMBER_TAKEN' }),
    )
  })
  test('the plate of a withdrawn car revives it with what is entered now', () => {
    const holder = car({ id: 9, withdrawn: true, status: 'crashed', driver: 'Somebody Else' })
    expect(revivedCar(holder, enteredCar(entry, place))).toEqual(car({ id: 9 }))
  })
})

describe('entering a driver', () => {
  test('the class names the category, in any of its spellings; anything else is the main one', () => {
    expect(classed('SuperUte')).toBe('Tyrepower V8 SuperUte Series')
    expect(classed('dunlop super2 series')).toBe('Dunlop Super2 Series')
    expect(classed('GT3')).toBe('Repco Supercars Championship')
    expect(classed(null)).toBe('Repco Supercars Championship')
  })
  test('the driver is named by either field', () => {
    expect(entryOfDriver({ ...entry, driver: undefined, name: 'Ollie Marsh' })).toMatchObject({ driver: 'Ollie Marsh' })
    expect(entryOfDriver({ ...entry, name: 'The Bullet' })).toMatchObject({ driver: 'Ollie Marsh' })
  })
})

describe('removing a driver', () => {
  const own = car({ id: 1 })
  const shared = car({ id: 2, driver: 'Bella Thorne', coDriver: 'OLLIE MARSH' })
  const others = car({ id: 3, driver: 'Sam Petrakis' })
  const gone = car({ id: 4, withdrawn: true })
  test('withdraws their cars and clears them as co-driver, whatever the case', () => {
    expect(withoutDriver([own, shared, others, gone], ' ollie marsh ')).toEqual([
      { before: own, after: { ...own, withdrawn: true } },
      { before: shared, after: { ...shared, coDriver: null } },
    ])
  })
  test('changes nothing for somebody who does not race', () => {
    expect(withoutDriver([own, shared], 'Nobody')).toEqual([])
  })
})
