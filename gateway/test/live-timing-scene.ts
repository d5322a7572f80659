import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'
import { timingReply } from '@purple-sector/testing/replies'
import type { realtimeScene } from './realtime-scene.ts'

const TTL_MS = 60_000

/** A race of the weekend prepared last, whose snapshots reach the gateway through the cache. */
export const liveTimingScene = (at: ReturnType<typeof realtimeScene>) => {
  /** Publishes a state of the race; its entries are those cars, the leader first. */
  const publishTiming = async (
    sequence: number,
    cars: readonly number[],
    overrides: Partial<Timing> = {},
  ): Promise<Timing> => {
    const timing = timingReply(cars, { sequence, ...overrides })
    const latest = at.gateway.cache.latest(VISIBLE_TIMINGS)
    await latest.putIfNewer(String(timing.raceId), { generation: timing.generation, sequence, value: timing }, TTL_MS)
    return timing
  }
  return { publishTiming }
}
