import { expect, test } from 'vitest'
import { spread } from './longest-first.ts'

test('interleaves two lists evenly and keeps their order', () => {
  expect(spread(['A', 'B'], ['1', '2', '3', '4'])).toEqual(['1', 'A', '2', '3', 'B', '4'])
  expect(spread(['1', '2', '3'], ['A'])).toEqual(['1', '2', 'A', '3'])
})

test('keeps a list without others unchanged', () => {
  expect(spread([3, 1, 2], [])).toEqual([3, 1, 2])
  expect(spread([], [3, 1, 2])).toEqual([3, 1, 2])
})
