import { expect, test } from 'vitest'
import { createConnectionGaps } from './connection-gaps.ts'

test('measures the longest gap, one that lasts included', () => {
  let now = 1_000
  const gaps = createConnectionGaps(() => now)
  gaps.restored()
  expect([gaps.longestMs(), gaps.connectedSince()]).toEqual([0, 0])
  gaps.lost()
  now = 1_700
  gaps.lost()
  expect(gaps.longestMs()).toBe(700)
  now = 2_000
  gaps.restored()
  expect([gaps.longestMs(), gaps.connectedSince()]).toEqual([1_000, 2_000])
  now = 9_000
  gaps.lost()
  now = 9_100
  gaps.restored()
  expect([gaps.longestMs(), gaps.connectedSince()]).toEqual([1_000, 9_100])
})
