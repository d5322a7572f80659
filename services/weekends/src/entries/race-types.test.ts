import type { SessionEntry } from '@purple-sector/contracts/weekends/entries'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { describe, expect, test } from 'vitest'
import type { StoredRace } from '../races/race.ts'
import { raceTypes } from './race-types.ts'

const categories = [{ id: 1, name: 'Supercars', shortName: 'SC', aliases: [] } as unknown as Category]
const race = (name: string, sessionType: StoredRace['sessionType']) =>
  ({ name, sessionType, categoryId: 1 }) as StoredRace
const named = (name: string, number: number | null, overrides: Partial<SessionEntry> = {}): SessionEntry => ({
  kind: 'session',
  row: 0,
  category: 'Supercars',
  name,
  sessionType: 'race1',
  namedRace: { number },
  ...overrides,
})
const typesOf = (rows: SessionEntry[], present: StoredRace[] = []) => {
  const typeOf = raceTypes(rows, present, categories)
  return rows.map((row) => typeOf(row)?.type)
}

describe('the type of a race whose row names none', () => {
  test('follows its number within a weekend', () => {
    expect(typesOf([named('Race 2', 2), named('Race 5', 5), named('R1', 1)])).toEqual(['race2', 'race5', 'race1'])
  })
  test('follows the order if numbers count over the season', () => {
    const rows = [named('Race 24', 24), named('Race 23', 23), named('Race 25', 25)]
    expect(typesOf(rows)).toEqual(['race2', 'race1', 'race3'])
    expect(typesOf([named('Race 23', 23), named('race  23', 23), named('Race 24', 24)])).toEqual([
      'race1',
      'race1',
      'race2',
    ])
    expect(typesOf([named('Race 5', 5), named('Race 6', 6), named('Race 7', 7)])).toEqual(['race1', 'race2', 'race3'])
    expect(raceTypes(rows, [], categories)(rows[0] as SessionEntry)).toEqual({ type: 'race2', isOther: true })
  })
  test('continues after races that are already entered, which keep theirs', () => {
    const present = [race('Race 23', 'race1'), race('Race 24', 'race3')]
    expect(typesOf([named('Race 25', 25), named('race 24', 24)], present)).toEqual(['race4', 'race3'])
  })
  test('replaces the entered type of a race numbered within the weekend', () => {
    expect(typesOf([named('Race 2', 2)], [race('Race 2', 'race1')])).toEqual(['race2'])
    expect(typesOf([named('Race 2', 2)], [race('Race 2', 'qualifying')])).toEqual(['race2'])
  })
  test('is the next free one for a race without a number, by its start', () => {
    const rows = [
      named('Feature Race', null, { start: '2026-11-22T14:00' }),
      named('Trophy Race', null, { start: '2026-11-21T09:00' }),
      named('Race 1', 1),
    ]
    expect(typesOf(rows)).toEqual(['race3', 'race2', 'race1'])
    expect(typesOf([named('Bathurst 1000', null)])).toEqual(['race1'])
  })
  test('is assigned per category, also in a category that is added', () => {
    const rows = [named('Race 23', 23), named('Race 30', 30, { category: 'New Series' })]
    expect(typesOf(rows)).toEqual(['race1', 'race1'])
  })
  test('is missing for the seventh race of a weekend', () => {
    const rows = Array.from({ length: 7 }, (_, index) => named(`Race ${index + 20}`, index + 20))
    expect(typesOf(rows)).toEqual(['race1', 'race2', 'race3', 'race4', 'race5', 'race6', undefined])
  })
})
