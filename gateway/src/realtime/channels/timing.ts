import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { on } from '../../event-handler.ts'
import type { MakeKind } from './make-kind.ts'

/**
 * Tracks running races for the projected leaderboards, which are sent in the channels of weekends and groups.
 * This kind has no channel of its own.
 */
export const timingKind: MakeKind = ({ internalApi, timings, runningRaces, projections }) => {
  const unsubscribe = timings.onChange((_, timing) => {
    if (timing) projections.changed(timing.weekendId)
  })
  return {
    eventHandlers: [
      // The kind `everyone` has already applied the change.
      on(liveTimingChanged, () => projections.sweep()),
      on(raceChanged, (race, { sequence, time }) => {
        runningRaces.raceChanged(race, sequence, time)
        projections.changed(race.weekendId)
      }),
    ],
    async load() {
      for (const { races } of await internalApi.weekends())
        for (const { sequence, ...race } of races) runningRaces.raceChanged(race, sequence)
    },
    sweep: projections.sweep,
    close() {
      unsubscribe()
      projections.close()
    },
  }
}
