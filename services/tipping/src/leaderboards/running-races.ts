import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { podiumOf } from '@purple-sector/contracts/admin/timing-order'
import type { Platform, BackgroundTask as Stoppable } from '@purple-sector/service-kit'
import { followVisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import type { Podium } from '../scoring/decide-scoring.ts'

/** A running race, by its latest snapshot. `podiumSince`: the time of the snapshot that first had this podium. */
type RunningRace = { raceId: number; sequence: number; podium: Podium; podiumSince: string }

export type RunningRaces = Stoppable & {
  /** Starts following live timing. */
  start(): void
  /** Returns the running race of a weekend; undefined before `start`. */
  find(weekendId: number, now: number): RunningRace | undefined
}

/** Follows the running races, as fans see them (docs/rules.md, Live timing). */
export const runningRaces = (cache: Platform['cache']): RunningRaces => {
  let visibleTimings: ReturnType<typeof followVisibleTimings> | undefined
  const podiums = new Map<number, { cars: string; since: string }>()

  const updatePodium = (raceId: number, timing: Timing | undefined): void => {
    if (!timing) return void podiums.delete(raceId)
    const cars = podiumOf(timing.entries).join()
    if (podiums.get(raceId)?.cars !== cars) podiums.set(raceId, { cars, since: timing.at })
  }

  return {
    start() {
      visibleTimings ??= followVisibleTimings(cache)
      visibleTimings.onChange(updatePodium)
    },
    find(weekendId, now) {
      const timing = visibleTimings?.runningIn(weekendId, now)
      if (!timing) return undefined
      const { raceId, sequence, entries, at } = timing
      // The podium of a race that ran before following started is dated by the latest snapshot, the best known time.
      if (!podiums.has(raceId)) updatePodium(raceId, timing)
      return { raceId, sequence, podium: podiumOf(entries), podiumSince: podiums.get(raceId)?.since ?? at }
    },
    async stop() {
      visibleTimings?.stop()
      visibleTimings = undefined
    },
  }
}
