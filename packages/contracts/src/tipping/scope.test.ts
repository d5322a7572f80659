import { expect, test } from 'vitest'
import { openCompetition, openSeason, parseScope, scopeKey } from './scope.ts'
import { scopeInQuery, seasonScopeInQuery } from './scope-schema.ts'

const ofWeekends = [
  [openCompetition(7), 'open/weekend/7'],
  [{ weekendId: 7, groupId: 12 }, 'group/12/weekend/7'],
] as const
const ofSeasons = [
  [openSeason(3), 'open/season/3'],
  [{ seasonId: 3, groupId: 12 }, 'group/12/season/3'],
] as const

test.each([...ofWeekends, ...ofSeasons])('formats %o as %s, and parses it', (scope, key) => {
  expect(scopeKey(scope)).toBe(key)
  expect(parseScope(key)).toEqual(scope)
})

test.each(ofWeekends)('a query for a weekend takes %o, one for a season does not', (scope, key) => {
  expect(scopeInQuery.parse(key)).toEqual(scope)
  expect(seasonScopeInQuery.safeParse(key).success).toBe(false)
})

test.each(ofSeasons)('a query for a season takes %o, one for a weekend does not', (scope, key) => {
  expect(seasonScopeInQuery.parse(key)).toEqual(scope)
  expect(scopeInQuery.safeParse(key).success).toBe(false)
})

test.each(['', 'open', 'open/weekend/0', 'open/weekend/07', 'group/weekend/7', 'group/1/weekend/7/', 'open/year/3'])(
  'rejects %o as a scope',
  (key) => {
    expect(parseScope(key)).toBeUndefined()
    expect(scopeInQuery.safeParse(key).success).toBe(false)
    expect(seasonScopeInQuery.safeParse(key).success).toBe(false)
  },
)
