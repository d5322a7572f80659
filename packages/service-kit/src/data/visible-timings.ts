import type { Cache } from '@purple-sector/cache'
import { type Timing, timingSchema } from '@purple-sector/contracts/admin/live-timing'
import { isRunningAt } from '@purple-sector/contracts/admin/timing-order'
import { TIMINGS_TTL_MS, VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'

/** Live timing of sessions as fans see it: in this process's memory, kept current by the cache. */
export type VisibleTimings = {
  ofRace(raceId: number): Timing | undefined
  /** The session of a weekend with the latest snapshot, within a day of the newest of all. */
  newestIn(weekendId: number): Timing | undefined
  /** The running session of a weekend: the one with the latest snapshot, at most ten minutes ago. */
  runningIn(weekendId: number, now: number): Timing | undefined
  /** The running session of each weekend. */
  running(now: number): Timing[]
  /** Subscribes to each newer timing, with the race's id, and undefined if it is no longer visible. */
  onChange(listener: (raceId: number, timing: Timing | undefined) => void): () => void
  stop(): void
}

/** Follows live timing in the cache, starting with its current state. */
export const followVisibleTimings = (cache: Pick<Cache, 'latest'>): VisibleTimings => {
  const timings = new Map<number, Timing>()
  const listeners = new Set<(raceId: number, timing: Timing | undefined) => void>()
  const update = (raceId: number, timing: Timing | undefined): void => {
    if (timing) timings.set(raceId, timing)
    else timings.delete(raceId)
    for (const listener of listeners) listener(raceId, timing)
  }
  /** Removes expired timings: the cache does not report expiry, so a process would keep every race for months. */
  const evictBefore = (time: number): void => {
    for (const [raceId, { at }] of timings) if (Date.parse(at) < time) update(raceId, undefined)
  }
  const following = cache.latest(VISIBLE_TIMINGS).follow((key, newest) => {
    const parsed = newest && timingSchema.safeParse(newest.value)
    update(Number(key), parsed?.success ? parsed.data : undefined)
    if (parsed?.success) evictBefore(Date.parse(parsed.data.at) - TIMINGS_TTL_MS)
  })
  const newestIn = (weekendId: number): Timing | undefined => {
    let newest: Timing | undefined
    for (const timing of timings.values())
      if (timing.weekendId === weekendId && (!newest || Date.parse(timing.at) > Date.parse(newest.at))) newest = timing
    return newest
  }
  const runningIn = (weekendId: number, now: number): Timing | undefined => {
    const newest = newestIn(weekendId)
    return newest && isRunningAt(newest, now) ? newest : undefined
  }
  return {
    ofRace: (raceId) => timings.get(raceId),
    newestIn,
    runningIn,
    running(now) {
      const weekends = new Set([...timings.values()].map(({ weekendId }) => weekendId))
      return [...weekends].flatMap((weekendId) => runningIn(weekendId, now) ?? [])
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => following.stop(),
  }
}
