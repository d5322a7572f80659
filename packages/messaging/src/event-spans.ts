import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Span, SpanDescription } from '@purple-sector/telemetry/span'
import { inTraceOf, isSampled, isTracing, startSpan } from '@purple-sector/telemetry/trace'
import { type EventBus, topicOf } from './event-bus.ts'
import { isDeferred } from './failures.ts'

/** Describes the handling of an event by a consumer; `events` is the size of its batch. */
export const processSpan = (event: DomainEvent, consumer: string, events = 1): SpanDescription => ({
  name: `process ${event.type}`,
  kind: 'consumer',
  attributes: {
    'messaging.operation.type': 'process',
    'messaging.destination.name': topicOf(event),
    'messaging.consumer.group.name': consumer,
    'messaging.message.id': event.id,
    'messaging.batch.message_count': events,
  },
})

/** Runs the handling of an event in its trace, as a span. A deferred event is no error: it only came too early. */
export const handleInTrace = async (event: DomainEvent, consumer: string, handle: () => Promise<void>) => {
  const deferred = await inTraceOf(
    event,
    async () => {
      try {
        await handle()
      } catch (error) {
        if (isDeferred(error)) return { error }
        throw error
      }
      return undefined
    },
    processSpan(event, consumer),
  )
  if (deferred) throw deferred.error
}

/** Runs the handling of a batch in the trace of its first event, or of its first sampled one, as a span. */
export const handleBatchInTrace = (
  events: readonly [DomainEvent, ...DomainEvent[]],
  consumer: string,
  handle: () => Promise<void>,
): Promise<void> => {
  const first = (isTracing() && events.find(({ traceparent }) => isSampled(traceparent))) || events[0]
  return inTraceOf(first, handle, processSpan(first, consumer, events.length))
}

const publishSpan = (event: DomainEvent): SpanDescription => ({
  name: `publish ${event.type}`,
  kind: 'producer',
  attributes: { 'messaging.operation.type': 'send', 'messaging.destination.name': topicOf(event) },
})

/**
 * Publishes events; those of sampled traces inside a span, which becomes the parent of their handling. Events of one
 * type that the same work appended share a span: a result changes thousands of leaderboards.
 */
export const publishInTrace = async (publish: EventBus['publish'], events: DomainEvent[]): Promise<void> => {
  if (!isTracing()) return publish(events)
  const spans = new Map<string, { span: Span; count: number }>()
  const traced = events.map((event) => {
    const { traceparent, type } = event
    if (!isSampled(traceparent)) return event
    const name = `${traceparent} ${type}`
    const entry = spans.get(name) ?? { span: startSpan(publishSpan(event), traceparent), count: 0 }
    entry.count += 1
    spans.set(name, entry)
    return { ...event, traceparent: entry.span.traceparent }
  })
  const endAll = (outcome: { error?: unknown }): void => {
    for (const { span, count } of spans.values())
      span.end({ ...outcome, attributes: { 'messaging.batch.message_count': count } })
  }
  try {
    await publish(traced)
  } catch (error) {
    endAll({ error })
    throw error
  }
  endAll({})
}
