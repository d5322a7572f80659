import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { VisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import type { LiveTiming } from './live-timing.ts'

type RaceState = Pick<Race, 'id' | 'status' | 'resultRevision'> & { deleted?: boolean }

/** The running race of a weekend, or the end of the last one. */
type RunningRace = { timing: Timing; endedAt?: undefined } | { timing: undefined; endedAt: string | undefined }

/** The running races: none while live timing is paused, none that is over or has a result. */
export type RunningRaces = {
  runningIn(weekendId: number): RunningRace
  /** Whether the race is completed, has a result or is deleted, as far as known. */
  isOver(raceId: number): boolean
  /** Applies a newer state of a race, published at that time. */
  raceChanged(race: RaceState, sequence: number, at?: string): void
}

type Options = {
  timings: Pick<VisibleTimings, 'newestIn'>
  liveTiming: Pick<LiveTiming, 'currentPause'>
  now(): number
}

export const createRunningRaces = ({ timings, liveTiming, now }: Options): RunningRaces => {
  const races = new Map<number, { sequence: number; overSince: string | undefined; isOver: boolean }>()

  return {
    runningIn(weekendId) {
      const timing = timings.newestIn(weekendId)
      if (!timing) return { timing: undefined, endedAt: undefined }
      const pause = liveTiming.currentPause()
      if (pause) return { timing: undefined, endedAt: pause.at }
      const race = races.get(timing.raceId)
      if (race?.isOver) return { timing: undefined, endedAt: race.overSince }
      const silentAt = Date.parse(timing.at) + TIMING_ENDS_AFTER_MS
      return now() < silentAt ? { timing } : { timing: undefined, endedAt: new Date(silentAt).toISOString() }
    },
    isOver: (raceId) => races.get(raceId)?.isOver ?? false,
    raceChanged({ id, status, resultRevision, deleted = false }, sequence, at) {
      const existing = races.get(id)
      if (existing && existing.sequence >= sequence) return
      const isOver = deleted || status === 'completed' || resultRevision !== null
      races.set(id, { sequence, isOver, overSince: existing?.isOver ? existing.overSince : at })
    },
  }
}
