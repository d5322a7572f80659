import { expect, test } from 'vitest'
import { interleave } from './longest-first.ts'

test('interleaves two lists evenly and keeps their order', () => {
  expect(interleave(['A', 'B'], ['1', '2', '3', '4'])).toEqual(['1', 'A', '2', '3', 'B', '4'])
  expect(interleave(['1', '2', '3'], ['A'])).toEqual(['1', '2', 'A', '3'])
})

test('returns a list unchanged when the other list is empty', () => {
  expect(interleave([3, 1, 2], [])).toEqual([3, 1, 2])
  expect(interleave([], [3, 1, 2])).toEqual([3, 1, 2])
})
