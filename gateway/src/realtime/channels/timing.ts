import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { on } from '../../event-handler.ts'
import type { MakeKind } from './make-kind.ts'

/**
 * Which sessions run, for the boards as they stand: those are told in the channels of weekends and groups, this kind has
 * none of its own.
 */
export const timingKind: MakeKind = ({ internalApi, timings, sessions, projected }) => {
  const stopHearing = timings.onChange((_, timing) => {
    if (timing) projected.changed(timing.weekendId)
  })
  return {
    eventHandlers: [
      // Everybody's kind has taken it over.
      on(liveTimingChanged, () => projected.sweep()),
      on(raceChanged, (race, { sequence, time }) => {
        sessions.raceChanged(race, sequence, time)
        projected.changed(race.weekendId)
      }),
    ],
    async load() {
      for (const { races } of await internalApi.weekends())
        for (const { sequence, ...race } of races) sessions.raceChanged(race, sequence)
    },
    sweep: projected.sweep,
    close() {
      stopHearing()
      projected.close()
    },
  }
}
