import type { Timing, TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { Database } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import type { LatestTimings } from './latest-timings.ts'
import { readHistory } from './timing-history-repository.ts'

export const noTiming = () => notFound('NO_TIMING', 'There’s no live timing for this session.')

/** Returns the timing that users see: while timing is paused, the last visible one. */
export const visibleTiming =
  (latestTimings: LatestTimings) =>
  async (raceId: number): Promise<Timing> => {
    const timing = await latestTimings.visible(raceId)
    if (!timing) throw noTiming()
    return timing
  }

type VisibleHistory = { history: TimingHistory; changedAt: string }

/** Returns the session's history up to the visible timing. */
export const visibleHistory = ({ database, latestTimings }: { database: Database; latestTimings: LatestTimings }) => {
  const timingOf = visibleTiming(latestTimings)
  return async (raceId: number): Promise<VisibleHistory> => {
    const { at, generation, entries } = await timingOf(raceId)
    const carIds = new Map(entries.map(({ plate, carId }) => [plate, carId]))
    const history = await readHistory(database, raceId, {
      generation,
      until: at,
      carIdOf: (plate) => carIds.get(plate) ?? null,
    })
    const times = [
      ...history.cars.flatMap(({ laps }) => laps.map((lap) => lap.at)),
      ...history.control.map((event) => event.at),
    ]
    return { history, changedAt: times.reduce((latest, each) => (each > latest ? each : latest), '') || at }
  }
}
