import { displayName } from '@purple-sector/contracts/identity/display-name'
import { describe, expect, test } from 'vitest'
import { sortName } from './display-name.ts'

const names = (over: object = {}) => ({ username: null, firstName: null, lastName: null, ...over })

describe('sortName', () => {
  test('is the username first', () => {
    expect(displayName(names({ username: 'Zed', firstName: 'Ann', lastName: 'Lee' }))).toBe('Zed')
  })
  test('is first and last name without a username', () => {
    expect(displayName(names({ firstName: 'Ann', lastName: 'Lee' }))).toBe('Ann Lee')
  })
  test('is the first name alone', () => {
    expect(displayName(names({ firstName: 'Ann' }))).toBe('Ann')
  })
  test('is anonymous for a last name alone', () => {
    expect(displayName(names({ lastName: 'Lee' }))).toBe('Anonymous')
    expect(displayName(names())).toBe('Anonymous')
  })
  test('ignores case', () => {
    expect(sortName(names({ username: 'McLaughlin' }))).toBe('mclaughlin')
  })
})
