import { displayName } from '@purple-sector/contracts/identity/display-name'
import { describe, expect, test } from 'vitest'
import { sortName } from './sort-name.ts'

const names = (over: object = {}) => ({ username: null, firstName: null, lastName: null, ...over })

describe('displayName and sortName', () => {
  test('prefer the username', () => {
    expect(displayName(names({ username: 'Zed', firstName: 'Ann', lastName: 'Lee' }))).toBe('Zed')
  })
  test('are first and last name without a username', () => {
    expect(displayName(names({ firstName: 'Ann', lastName: 'Lee' }))).toBe('Ann Lee')
  })
  test('are the first name without a last name', () => {
    expect(displayName(names({ firstName: 'Ann' }))).toBe('Ann')
  })
  test('are anonymous with a last name only', () => {
    expect(displayName(names({ lastName: 'Lee' }))).toBe('Anonymous')
    expect(displayName(names())).toBe('Anonymous')
  })
  test('sort in lower case', () => {
    expect(sortName(names({ username: 'McLaughlin' }))).toBe('mclaughlin')
  })
})
