import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import { categoryChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { on } from '../../event-handler.ts'
import { createChannel } from '../hub/channel.ts'
import { createSequenceGuard } from '../parts/deduplicator.ts'
import type { MakeKind } from './make-kind.ts'

export const EVERYONE = 'everyone'

/**
 * `everyone`: events for all signed-in users, without a subscription.
 * Changes of a weekend go to clients that follow another weekend, or none; its followers get them in its own channel.
 * Any page may show categories and live timing, so both are sent to all clients.
 */
export const everyoneKind: MakeKind = ({ clients, internalApi, frames, categories, liveTiming, changes, log }) => {
  const channel = createChannel({ key: EVERYONE, audience: clients.everyone, log })
  const isNewTiming = createSequenceGuard()
  const lastStates = new Map<number, { sequence: number; text: string }>()

  /** Stores a newer state; returns whether it differs from the last one. */
  const isChange = (weekend: Weekend, sequence: number, deleted: boolean): boolean => {
    const lastState = lastStates.get(weekend.id)
    if (lastState && lastState.sequence >= sequence) return false
    const text = JSON.stringify([weekend, deleted])
    lastStates.set(weekend.id, { sequence, text })
    return lastState?.text !== text
  }

  return {
    eventHandlers: [
      on(categoryChanged, (category, { sequence }) => {
        if (!categories.apply(category, sequence)) return
        changes.note(EVERYONE)
        channel.send((seq) => frames('categories_updated', { categories: categories.list() }, seq))
      }),
      on(liveTimingChanged, (timing, { sequence, time, isReplay }) => {
        if (!isNewTiming('live-timing', sequence)) return
        liveTiming.apply(timing, time)
        if (isReplay) return
        changes.note(EVERYONE)
        channel.send((seq) => frames('live_timing_status', timing, seq))
      }),
      on(weekendChanged, ({ deleted, productRacesChosenAt: _, ...weekend }, { sequence }) => {
        if (!isChange(weekend, sequence, deleted)) return
        changes.note(EVERYONE)
        const data = { weekend, deleted, racesChanged: false, carsChanged: false }
        const ownChannel = `weekend/${weekend.id}`
        channel.send(
          (seq) => frames('weekend_updated', data, seq),
          (client) => !client.follows(ownChannel),
        )
      }),
    ],
    async load() {
      liveTiming.load()
      await categories.load()
      for (const { weekend } of await internalApi.weekends()) {
        const { sequence, ...value } = weekend
        isChange(value, sequence, false)
      }
    },
    close: liveTiming.close,
  }
}
