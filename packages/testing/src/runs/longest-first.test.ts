import { expect, test } from 'vitest'
import { spread } from './longest-first.ts'

test('the fewer stand among the more, at equal distances, and all keep their order', () => {
  expect(spread(['A', 'B'], ['1', '2', '3', '4'])).toEqual(['1', 'A', '2', '3', 'B', '4'])
  expect(spread(['1', '2', '3'], ['A'])).toEqual(['1', '2', 'A', '3'])
})

test('without others some are as they were', () => {
  expect(spread([3, 1, 2], [])).toEqual([3, 1, 2])
  expect(spread([], [3, 1, 2])).toEqual([3, 1, 2])
})
