import { displayName } from '@purple-sector/contracts/identity/display-name'
import { describe, expect, test } from 'vitest'
import { sortName } from './display-name.ts'

const names = (over: object = {}) => ({ username: null, firstName: null, lastName: null, ...over })

describe('what a board calls somebody', () => {
  test('the username before all', () => {
    expect(displayName(names({ username: 'Zed', firstName: 'Ann', lastName: 'Lee' }))).toBe('Zed')
  })
  test('first and last name without one', () => {
    expect(displayName(names({ firstName: 'Ann', lastName: 'Lee' }))).toBe('Ann Lee')
  })
  test('the first name alone', () => {
    expect(displayName(names({ firstName: 'Ann' }))).toBe('Ann')
  })
  test('a last name alone names nobody', () => {
    expect(displayName(names({ lastName: 'Lee' }))).toBe('Anonymous')
    expect(displayName(names())).toBe('Anonymous')
  })
  test('equals are ordered without regard to case', () => {
    expect(sortName(names({ username: 'McLaughlin' }))).toBe('mclaughlin')
  })
})
