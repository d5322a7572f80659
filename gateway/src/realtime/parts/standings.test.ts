import { describe, expect, test } from 'vitest'
import { createRankLookup, isShared, nextPlace } from './standings.ts'

const picks = { firsts: 0, seconds: 0, thirds: 0 }
const rank = (points: number, position: number | null, overrides = {}) => ({
  points,
  ...picks,
  count: 1,
  position,
  ...overrides,
})
const total = (totalPoints: number, overrides = {}) => ({ totalPoints, ...picks, ...overrides })

describe('standing after the next version of the board', () => {
  const rankOf = createRankLookup([rank(60, 1), rank(50, 2, { firsts: 1 }), rank(50, 3), rank(0, 4, { count: 7 })])

  test('marks a position as shared by participants with equal totals and picks', () => {
    const place = (points: number, position: number | null) => ({ ...total(points), position, positionChange: 0 })
    expect(isShared(place(0, 4), rankOf)).toBe(true)
    expect(isShared(place(60, 1), rankOf)).toBe(false)
    expect(isShared(place(0, null), createRankLookup([rank(0, null, { count: 7 })]))).toBe(false)
    expect(isShared(null, rankOf)).toBe(false)
  })

  test('derives the position from the total and the table of ranks', () => {
    const before = { ...total(40), position: 1, positionChange: 0 }
    expect(nextPlace(before, total(50, { firsts: 1 }), 'result', rankOf)).toMatchObject({
      position: 2,
      positionChange: -1,
    })
    expect(nextPlace(before, total(60), 'result', rankOf)).toMatchObject({
      position: 1,
      totalPoints: 60,
      positionChange: 0,
    })
  })

  test('moves a standing without a change of its own when others move', () => {
    const before = { ...total(50), position: 1, positionChange: 4 }
    expect(nextPlace(before, undefined, 'result', rankOf)).toMatchObject({ position: 3, positionChange: -2 })
  })

  test('keeps positionChange in a version for newcomers', () => {
    const before = { ...total(50), position: 3, positionChange: 4 }
    expect(nextPlace(before, undefined, 'newcomers', rankOf)).toMatchObject({ position: 3, positionChange: 4 })
    expect(nextPlace(null, total(0), 'newcomers', rankOf)).toMatchObject({ position: 4, positionChange: 0 })
  })

  test('sets positionChange 0 with the first position', () => {
    const before = { ...total(0), position: null, positionChange: 0 }
    expect(nextPlace(before, total(60), 'result', rankOf)).toMatchObject({ position: 1, positionChange: 0 })
    const unscored = createRankLookup([rank(0, null)])
    expect(nextPlace(before, undefined, 'newcomers', unscored)).toMatchObject({ position: null })
  })

  test('returns null for a user without tips, and undefined for a total missing in the table', () => {
    expect(nextPlace(null, undefined, 'result', rankOf)).toBeNull()
    expect(nextPlace({ ...total(41), position: 3, positionChange: 0 }, undefined, 'result', rankOf)).toBeUndefined()
  })
})
