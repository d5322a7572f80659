import type { Timing, TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { Database } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import type { NewestTimings } from './latest-timings.ts'
import { readHistory } from './timing-history.ts'

export const noTiming = () => notFound('NO_TIMING', 'There’s no live timing for this session.')

/** How the session stands as fans see it: while timing is paused, as it was shown last. */
export const shownTiming =
  (newest: NewestTimings) =>
  async (raceId: number): Promise<Timing> => {
    const timing = await newest.shown(raceId)
    if (!timing) throw noTiming()
    return timing
  }

type Shown = { history: TimingHistory; changedAt: string }

/** The session in laps, no further than it is shown. */
export const shownHistory = ({ database, newest }: { database: Database; newest: NewestTimings }) => {
  const timingOf = shownTiming(newest)
  return async (raceId: number): Promise<Shown> => {
    const { at, generation, entries } = await timingOf(raceId)
    const carIds = new Map(entries.map(({ plate, carId }) => [plate, carId]))
    const history = await readHistory(database, raceId, {
      generation,
      until: at,
      carIdOf: (plate) => carIds.get(plate) ?? null,
    })
    const times = [
      ...history.cars.flatMap(({ laps }) => laps.map((lap) => lap.at)),
      ...history.control.map((said) => said.at),
    ]
    return { history, changedAt: times.reduce((latest, each) => (each > latest ? each : latest), '') || at }
  }
}
