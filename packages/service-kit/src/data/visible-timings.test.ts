import { createInProcessCache } from '@purple-sector/cache'
import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { TIMINGS_TTL_MS, VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'
import { timingReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { followVisibleTimings } from './visible-timings.ts'

const START = Date.parse('2026-11-21T04:00:00.000Z')

test('evicts sessions of the day before when a new one starts, and notifies listeners', async () => {
  const cache = createInProcessCache()
  const putTiming = async (timing: Timing): Promise<void> => {
    const { raceId, generation, sequence } = timing
    await cache
      .latest(VISIBLE_TIMINGS)
      .putIfNewer(String(raceId), { generation, sequence, value: timing }, TIMINGS_TTL_MS)
  }
  const timingAt = (raceId: number, time: number): Timing =>
    timingReply([4], { raceId, weekendId: 1, at: new Date(time).toISOString() })
  const visibleTimings = followVisibleTimings(cache)
  const evictedRaces: number[] = []
  visibleTimings.onChange((raceId, timing) => void (timing ?? evictedRaces.push(raceId)))
  try {
    await putTiming(timingAt(1, START))
    await putTiming(timingAt(2, START + 1_000))
    await putTiming(timingAt(3, START + TIMINGS_TTL_MS))
    expect([1, 2, 3].map((raceId) => visibleTimings.ofRace(raceId)?.raceId)).toEqual([1, 2, 3])
    await putTiming(timingAt(4, START + TIMINGS_TTL_MS + 500))
    expect([1, 2, 3, 4].map((raceId) => visibleTimings.ofRace(raceId)?.raceId)).toEqual([undefined, 2, 3, 4])
    expect(evictedRaces).toEqual([1])
  } finally {
    visibleTimings.stop()
    await cache.close()
  }
})
