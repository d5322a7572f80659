import { randomUUID } from 'node:crypto'
import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'
import type { EventBus } from '@purple-sector/messaging'

/** Speaks for the owners of events that are not part of the test. */
export type Announcer = {
  /** Publishes an event as its owner's relay would: the sequence of its subject rises by one each time. */
  announce<Data>(
    definition: EventDefinition<Data>,
    data: Data,
    over?: Partial<Pick<DomainEvent, 'id' | 'sequence' | 'time' | 'traceparent' | 'republish'>>,
  ): Promise<DomainEvent<Data>>
}

/** Publishes on a bus; data that break their contract are refused. */
export const createAnnouncer = (bus: EventBus): Announcer => {
  const sequences = new Map<string, number>()
  return {
    async announce(definition, data, over = {}) {
      const subject = definition.subject(data)
      const sequence = over.sequence ?? (sequences.get(subject) ?? 0) + 1
      sequences.set(subject, Math.max(sequence, sequences.get(subject) ?? 0))
      const event = {
        specversion: '1.0' as const,
        id: randomUUID(),
        source: `/${definition.topic}`,
        type: definition.type,
        subject,
        time: new Date().toISOString(),
        datacontenttype: 'application/json' as const,
        data: definition.data.parse(data),
        key: definition.key(data),
        ...over,
        sequence,
      }
      await bus.publish([event])
      return event
    },
  }
}
