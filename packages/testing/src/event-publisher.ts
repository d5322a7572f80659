import { randomUUID } from 'node:crypto'
import type { DomainEvent, EventDefinition, FactEvent, StateEvent } from '@purple-sector/contracts/event'
import type { EventBus } from '@purple-sector/messaging'

type EventOverrides = Partial<Pick<StateEvent, 'id' | 'sequence' | 'time' | 'traceparent' | 'republish'>>

/** Publishes events for owners that are not part of the test. */
export type EventPublisher = {
  /** Publishes an event as its owner's relay would: the sequence of a state's subject rises by one each time. */
  publishEvent<Data>(
    definition: EventDefinition<Data>,
    data: Data,
    overrides?: EventOverrides,
  ): Promise<DomainEvent<Data>>
}

/** Publishes on a bus; throws for data that break their contract. */
export const createEventPublisher = (bus: EventBus): EventPublisher => {
  const sequences = new Map<string, number>()
  return {
    async publishEvent<Data>(
      definition: EventDefinition<Data>,
      data: Data,
      { sequence: requestedSequence, republish, ...overrides }: EventOverrides = {},
    ): Promise<DomainEvent<Data>> {
      const subject = definition.subject(data)
      const fact: FactEvent<Data> = {
        specversion: '1.0',
        id: randomUUID(),
        source: `/${definition.owner}`,
        type: definition.type,
        subject,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        data: definition.data.parse(data),
        key: definition.key(data),
        ...overrides,
      }
      const nextSequence = () => {
        const sequence = requestedSequence ?? (sequences.get(subject) ?? 0) + 1
        sequences.set(subject, Math.max(sequence, sequences.get(subject) ?? 0))
        return { sequence, ...(republish === undefined ? {} : { republish }) }
      }
      const event: DomainEvent<Data> = definition.kind === 'state' ? { ...fact, ...nextSequence() } : fact
      await bus.publish([event])
      return event
    },
  }
}
