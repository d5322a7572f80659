import { describe, expect, test } from 'vitest'
import { roomBeside, spanOf } from './next-race-cards.tsx'

/** The cells of the last row, by the races ahead that there are. */
const row = (cards: number, ahead: number, columns = 3) =>
  Array.from({ length: ahead }, (_, index) => spanOf(index, ahead, roomBeside(cards, columns)))

describe('what the cards leave free of the wall', () => {
  test.each([
    [8, 5, [1, 0, 0, 0, 0]],
    [7, 5, [1, 1, 0, 0, 0]],
    [6, 5, [1, 1, 1, 0, 0]],
    [1, 2, [1, 1]],
    [3, 2, [1, 2]],
    [7, 1, [2]],
    [6, 1, [3]],
  ])('beside %d cards and with %d races ahead it is filled', (cards, ahead, spans) => {
    expect(row(cards, ahead)).toEqual(spans)
  })
  test('in two columns, too', () => {
    expect(row(7, 3, 2)).toEqual([1, 0, 0])
    expect(row(8, 3, 2)).toEqual([1, 1, 0])
    expect(row(8, 1, 2)).toEqual([2])
  })
})
