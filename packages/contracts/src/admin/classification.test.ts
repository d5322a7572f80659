import { expect, test } from 'vitest'
import { inOrder, missingOfPodium } from './classification.ts'

const rows = (...positions: (number | null)[]) => positions.map((position, index) => ({ position, sent: index }))

test('sorts a result by position, rows without one at the end in their order', () => {
  expect(inOrder(rows(null, 3, 1, null, 2)).map(({ sent }) => sent)).toEqual([2, 4, 1, 0, 3])
})

test('finds a missing position among the first three', () => {
  expect(missingOfPodium(rows(6, 7, 8))).toBe(1)
  expect(missingOfPodium(rows(1, 3))).toBe(2)
  expect(missingOfPodium(rows(1, 2, 9))).toBe(3)
  expect(missingOfPodium(rows(1, null))).toBeUndefined()
  expect(missingOfPodium(rows(2, 1, 3, 7, null))).toBeUndefined()
  expect(missingOfPodium(rows(null, null))).toBeUndefined()
  expect(missingOfPodium([])).toBeUndefined()
})
