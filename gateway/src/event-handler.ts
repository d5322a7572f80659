import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'

/** Handles a type of event in the gateway. */
export type EventHandler = {
  type: string
  topic: EventDefinition['topic']
  handle(event: DomainEvent): Promise<void> | void
}

/**
 * Metadata of an event: its id, which a redelivery repeats, and the time of publication.
 * A state also has its sequence within its subject, and whether it was only republished.
 */
export type EventMetadata = { id: string; time: string; sequence: number; isReplay: boolean }

/**
 * Makes an event handler. Facts have no sequence and are never republished.
 * Events whose subject is not relevant are not parsed: one result changes the boards of thousands of groups.
 */
export const on = <Data>(
  definition: Pick<EventDefinition<Data>, 'type' | 'topic' | 'data'>,
  handle: (data: Data, metadata: EventMetadata) => Promise<void> | void,
  isRelevant: (subject: string) => boolean = () => true,
): EventHandler => ({
  type: definition.type,
  topic: definition.topic,
  handle: ({ id, time, subject, data, sequence = 0, republish }) =>
    isRelevant(subject)
      ? handle(definition.data.parse(data), { id, time, sequence, isReplay: republish !== undefined })
      : undefined,
})
