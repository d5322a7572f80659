import { expect } from 'vitest'
import type { StormFigures } from './tip-storm.ts'

/**
 * Expects that a storm of a few accounts does not affect ten other fans: under 1 % of their tips rejected, and the p99 of
 * their latency under three times the quiet one, or under `floorMs`, below which it measures the machine instead.
 */
export const expectFairStorm = ({ storm, sent, refused, quietP99, stormP99 }: StormFigures, floorMs: number): void => {
  const answered = (status: number): number => storm[status] ?? 0
  // Verifies the storm itself: some of its tips were accepted and most rejected.
  expect(answered(200) + answered(201)).toBeGreaterThan(0)
  expect(answered(429)).toBeGreaterThan(280)
  expect(refused / sent).toBeLessThan(0.01)
  expect(stormP99).toBeLessThan(Math.max(3 * quietP99, floorMs))
}
