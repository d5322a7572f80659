import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Logger } from 'pino'
import type { BusSubscription } from './event-bus.ts'
import { inTraceOf, traceIdOf } from './trace.ts'

/** So many are handled together at most. */
const MOST_TOGETHER = 64

type Waiting = { event: DomainEvent | undefined; hasFailed: boolean }

/** What a durable subscription hands over together (`BusSubscription.together`), whatever its events come through. */
export const handingTogether = ({ subscription, log }: { subscription: BusSubscription; log: Logger }) => ({
  /** The events at the front of a lane that may be handled together: of one type, none of which failed before. */
  front<One>(lane: readonly One[], waiting: (one: One) => Waiting): DomainEvent[] {
    const front: DomainEvent[] = []
    for (const one of lane.slice(0, MOST_TOGETHER)) {
      const { event, hasFailed } = waiting(one)
      if (!event || hasFailed || !subscription.together?.types.has(event.type)) break
      if (front[0] && front[0].type !== event.type) break
      front.push(event)
    }
    return front
  },

  /** False where they have to be handled one by one. */
  async handle(events: readonly DomainEvent[]): Promise<boolean> {
    const [first] = events
    if (!first || events.length < 2) return false
    try {
      await inTraceOf(first, async () => subscription.together?.handle(events))
      return true
    } catch (error) {
      const line = { consumer: subscription.consumer, events: events.length, traceId: traceIdOf(first.traceparent) }
      log.debug({ ...line, err: error }, 'events could not be handled together')
      return false
    }
  },
})
