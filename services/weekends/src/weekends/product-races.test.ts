import { describe, expect, test } from 'vitest'
import { chooseProductRaces, inFilter } from './product-races.ts'

const races = [
  { id: 1, name: 'Practice', locked: true },
  { id: 2, name: 'Qualifying', locked: false },
  { id: 3, name: 'Race 1', locked: false },
]
const refused = (code: string) => expect.objectContaining({ code })

describe('choosing the races of the open competition', () => {
  test('an empty list means all, and a chosen one only those', () => {
    expect(inFilter([], 9)).toBe(true)
    expect(inFilter([2], 9)).toBe(false)
  })
  test('open races come and go', () => {
    expect(chooseProductRaces([1, 2], [1, 3], races)).toEqual([1, 3])
  })
  test('a double is kept once', () => {
    expect(chooseProductRaces([1], [1, 2, 2], races)).toEqual([1, 2])
  })
  test('a locked race neither leaves nor joins, not even by way of "all"', () => {
    expect(() => chooseProductRaces([1, 2], [2], races)).toThrow(refused('SESSION_LOCKED'))
    expect(() => chooseProductRaces([2], [1, 2], races)).toThrow(refused('SESSION_LOCKED'))
    expect(() => chooseProductRaces([], [2, 3], races)).toThrow(refused('SESSION_LOCKED'))
    expect(() => chooseProductRaces([2], [], races)).toThrow(refused('SESSION_LOCKED'))
  })
  test('naming all is the same as an empty list', () => {
    expect(chooseProductRaces([], [1, 2, 3], races)).toEqual([1, 2, 3])
    expect(chooseProductRaces([3, 2, 1], [], races)).toEqual([])
  })
  test('the id of a deleted race may stay, and then does not mean all', () => {
    expect(chooseProductRaces([1, 8], [1, 8, 2], races)).toEqual([1, 8, 2])
    expect(inFilter([8], 2)).toBe(false)
  })
  test('an id of elsewhere is refused by its place in the list', () => {
    expect(() => chooseProductRaces([1], [1, 77], races)).toThrow(
      expect.objectContaining({
        issues: [{ path: 'productRaceIds.1', message: 'One of these sessions isn’t part of this weekend' }],
      }),
    )
  })
})
