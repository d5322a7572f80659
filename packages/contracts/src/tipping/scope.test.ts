import { expect, test } from 'vitest'
import { openCompetition, parseScope, scopeKey } from './scope.ts'
import { scopeInQuery } from './scope-schema.ts'

const scopes = [
  [openCompetition(7), 'open/weekend/7'],
  [{ weekendId: 7, groupId: 12 }, 'group/12/weekend/7'],
] as const

test.each(scopes)('formats %o as %s, and parses it', (scope, key) => {
  expect(scopeKey(scope)).toBe(key)
  expect(parseScope(key)).toEqual(scope)
  expect(scopeInQuery.parse(key)).toEqual(scope)
})

test.each(['', 'open', 'open/weekend/0', 'open/weekend/07', 'group/weekend/7', 'group/1/weekend/7/', 'open/season/3'])(
  'rejects %o as a scope',
  (key) => {
    expect(parseScope(key)).toBeUndefined()
    expect(scopeInQuery.safeParse(key).success).toBe(false)
  },
)
