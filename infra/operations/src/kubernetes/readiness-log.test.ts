import { expect, test } from 'vitest'
import { createReadinessLog } from './readiness-log.ts'

test('sums the time without a ready pod within a step', () => {
  let now = 0
  const log = createReadinessLog(() => now)
  const at = (time: number, ready: number) => {
    now = time
    log.record('tipping', ready)
  }
  at(0, 1)
  at(10_000, 0)
  at(14_000, 1)
  at(20_000, 2)
  at(30_000, 0)
  expect(log.secondsWithout('tipping', 0, 25_000)).toBe(4)
  expect(log.secondsWithout('tipping', 12_000, 13_000)).toBe(1)
  expect(log.secondsWithout('tipping', 15_000, 25_000)).toBe(0)
  expect(log.secondsWithout('tipping', 0, 31_000)).toBe(5)
  expect(log.secondsWithout('chat', 0, 31_000)).toBe(0)
})
