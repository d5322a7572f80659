import { describe, expect, test } from 'vitest'
import { chooseProductRaces, isInFilter } from './product-races.ts'

const races = [
  { id: 1, name: 'Practice', locked: true },
  { id: 2, name: 'Qualifying', locked: false },
  { id: 3, name: 'Race 1', locked: false },
]
const codeError = (code: string) => expect.objectContaining({ code })

describe('chooseProductRaces and isInFilter', () => {
  test('treat an empty list as all races, and a list as only those', () => {
    expect(isInFilter([], 9)).toBe(true)
    expect(isInFilter([2], 9)).toBe(false)
  })
  test('add and remove open races', () => {
    expect(chooseProductRaces([1, 2], [1, 3], races)).toEqual([1, 3])
  })
  test('remove duplicates', () => {
    expect(chooseProductRaces([1], [1, 2, 2], races)).toEqual([1, 2])
  })
  test('reject adding or removing a locked race, also by way of "all"', () => {
    expect(() => chooseProductRaces([1, 2], [2], races)).toThrow(codeError('SESSION_LOCKED'))
    expect(() => chooseProductRaces([2], [1, 2], races)).toThrow(codeError('SESSION_LOCKED'))
    expect(() => chooseProductRaces([], [2, 3], races)).toThrow(codeError('SESSION_LOCKED'))
    expect(() => chooseProductRaces([2], [], races)).toThrow(codeError('SESSION_LOCKED'))
  })
  test('treat a list of all races like an empty list', () => {
    expect(chooseProductRaces([], [1, 2, 3], races)).toEqual([1, 2, 3])
    expect(chooseProductRaces([3, 2, 1], [], races)).toEqual([])
  })
  test('keep the id of a deleted race, which does not mean all', () => {
    expect(chooseProductRaces([1, 8], [1, 8, 2], races)).toEqual([1, 8, 2])
    expect(isInFilter([8], 2)).toBe(false)
  })
  test('reject an id of another weekend by its index in the list', () => {
    expect(() => chooseProductRaces([1], [1, 77], races)).toThrow(
      expect.objectContaining({
        issues: [{ path: 'productRaceIds.1', message: 'One of these sessions isn’t part of this weekend' }],
      }),
    )
  })
})
