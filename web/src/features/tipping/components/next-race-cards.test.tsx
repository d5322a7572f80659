import { describe, expect, test } from 'vitest'
import { freeCells, spanOf } from './next-race-cards.tsx'

/** Returns the spans of the last row by the number of upcoming races. */
const row = (cards: number, ahead: number, columns = 3) =>
  Array.from({ length: ahead }, (_, index) => spanOf(index, ahead, freeCells(cards, columns)))

describe('spans of upcoming races after the tip cards', () => {
  test.each([
    [8, 5, [1, 0, 0, 0, 0]],
    [7, 5, [1, 1, 0, 0, 0]],
    [6, 5, [1, 1, 1, 0, 0]],
    [1, 2, [1, 1]],
    [3, 2, [1, 2]],
    [7, 1, [2]],
    [6, 1, [3]],
  ])('fills the row after %d cards with %d upcoming races', (cards, ahead, spans) => {
    expect(row(cards, ahead)).toEqual(spans)
  })
  test('fills the row of a two-column grid', () => {
    expect(row(7, 3, 2)).toEqual([1, 0, 0])
    expect(row(8, 3, 2)).toEqual([1, 1, 0])
    expect(row(8, 1, 2)).toEqual([2])
  })
})
