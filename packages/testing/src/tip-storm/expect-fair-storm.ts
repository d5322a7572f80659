import { expect } from 'vitest'
import type { StormStatistics } from './tip-storm.ts'

/**
 * Expects that a storm of a few accounts does not affect ten other users: under 1 % of their tips rejected, and the p99
 * of their latency under three times the quiet one, or under `floorMs`, below which it measures the machine instead.
 */
export const expectFairStorm = (
  { storm, sent, refused, quietP99, stormP99 }: StormStatistics,
  floorMs: number,
): void => {
  const repliesWith = (status: number): number => storm[status] ?? 0
  // Verifies the storm itself: some of its tips were accepted and most rejected.
  expect(repliesWith(200) + repliesWith(201)).toBeGreaterThan(0)
  expect(repliesWith(429)).toBeGreaterThan(280)
  expect(refused / sent).toBeLessThan(0.01)
  expect(stormP99).toBeLessThan(Math.max(3 * quietP99, floorMs))
}
