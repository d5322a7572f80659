import { describe, expect, test } from 'vitest'
import { anEarlyRace } from '../test/early-race.ts'
import { FOUNDING_CATEGORIES, findCategory, foldedSpelling, nearestCategories, spellingsOf } from './categories.ts'
import { raceChanged } from './weekends/events.ts'

const found = (spelling: string | number) => findCategory(FOUNDING_CATEGORIES, spelling)?.id
const nearest = (spelling: string) => nearestCategories(FOUNDING_CATEGORIES, spelling).map(({ shortName }) => shortName)

describe('findCategory matches', () => {
  test.each([
    [7, 7],
    ['7', 7],
    [' repco  SUPERCARS championship ', 1],
    ['Supercars Championship', 1],
    ['Toyota GR Cup', 6],
    ['gr cup', 6],
    ['SuperUte', 7],
    ['Porsche Carrera Cup', 5],
  ])('“%s”', (spelling, id) => {
    expect(found(spelling)).toBe(id)
  })
  test.each(['Formula 1', '', 'constructor', '__proto__', 9, '0'])('nothing by “%s”', (spelling) => {
    expect(found(spelling)).toBeUndefined()
  })
})

test('suggests the names most similar to an unknown spelling', () => {
  expect(nearest('Super 3 Series')[0]).toBe('Super2')
  expect(nearest('Carera Cup Austalia')[0]).toBe('Porsche')
  expect(nearest('Super Utes')[0]).toBe('SuperUtes')
  expect(nearest('')).toHaveLength(3)
})

test('founding categories share no spelling', () => {
  const spellings = FOUNDING_CATEGORIES.flatMap((category) => spellingsOf(category).map(foldedSpelling))
  expect(new Set(spellings).size).toBe(spellings.length)
})

describe('the category of a race event', () => {
  const race = anEarlyRace({ category: 'Dunlop Super2 Series' })
  test('is a founding one in an event from before category ids', () => {
    expect(raceChanged.data.parse(race)).toMatchObject({ categoryId: 3, category: 'Dunlop Super2 Series' })
  })
  test('keeps the id of a later event', () => {
    expect(raceChanged.data.parse({ ...race, categoryId: 9 })).toMatchObject({ categoryId: 9 })
  })
})
