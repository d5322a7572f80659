import { expect, test } from 'vitest'
import { successRate } from './my-stats.ts'

test('successRate is a percentage with one decimal', () => {
  expect(successRate([50, 0, 15])).toBe(66.7)
  expect(successRate([0])).toBe(0)
  expect(successRate([25])).toBe(100)
})
test('successRate is 0 without a scored race', () => {
  expect(successRate([])).toBe(0)
})
