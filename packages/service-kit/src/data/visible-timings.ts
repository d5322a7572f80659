import type { Cache } from '@purple-sector/cache'
import { type Timing, timingSchema } from '@purple-sector/contracts/admin/live-timing'
import { isRunningAt } from '@purple-sector/contracts/admin/timing-order'
import { TIMINGS_TTL_MS, VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'

/** How sessions stand by live timing, as fans see it: in this process's memory, kept fresh by the cache. */
export type VisibleTimings = {
  ofRace(raceId: number): Timing | undefined
  /** The session of a weekend of which a snapshot came last, within a day of the newest of all. */
  newestIn(weekendId: number): Timing | undefined
  /** The session that runs in a weekend: of which a snapshot came last, at most ten minutes ago. */
  runningIn(weekendId: number, now: number): Timing | undefined
  /** Of each weekend the session that runs in it. */
  running(now: number): Timing[]
  /** Hears each newer one, with the race's id, and undefined where it is shown no more. */
  onChange(heard: (raceId: number, timing: Timing | undefined) => void): () => void
  stop(): void
}

/** Follows what the cache has of live timing, from its present state on. */
export const followVisibleTimings = (cache: Pick<Cache, 'latest'>): VisibleTimings => {
  const timings = new Map<number, Timing>()
  const listeners = new Set<(raceId: number, timing: Timing | undefined) => void>()
  const become = (raceId: number, timing: Timing | undefined): void => {
    if (timing) timings.set(raceId, timing)
    else timings.delete(raceId)
    for (const heard of listeners) heard(raceId, timing)
  }
  /** The cache tells nobody when the time of one is over: whoever follows it for months would hold every race of them. */
  const letGoOfBefore = (day: number): void => {
    for (const [raceId, { at }] of timings) if (Date.parse(at) < day) become(raceId, undefined)
  }
  const following = cache.latest(VISIBLE_TIMINGS).follow((key, newest) => {
    const parsed = newest && timingSchema.safeParse(newest.value)
    become(Number(key), parsed?.success ? parsed.data : undefined)
    if (parsed?.success) letGoOfBefore(Date.parse(parsed.data.at) - TIMINGS_TTL_MS)
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
    onChange(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    stop: () => following.stop(),
  }
}
