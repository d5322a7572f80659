import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'

/** Handles a type of event in the gateway. */
export type EventHandler = {
  type: string
  topic: EventDefinition['topic']
  handle(event: DomainEvent): Promise<void> | void
}

/**
 * Metadata of an event: its id, the same on redelivery, and when it was published; of a state its sequence within its
 * subject, and whether it was only republished.
 */
export type EventMetadata = { id: string; time: string; sequence: number; isReplay: boolean }

/**
 * Makes an event handler. Facts have no sequence and are never republished.
 * Thousands of groups' boards change with one result: an event whose subject does not pass `concerns` is not even
 * parsed.
 */
export const on = <Data>(
  definition: Pick<EventDefinition<Data>, 'type' | 'topic' | 'data'>,
  handle: (data: Data, metadata: EventMetadata) => Promise<void> | void,
  concerns: (subject: string) => boolean = () => true,
): EventHandler => ({
  type: definition.type,
  topic: definition.topic,
  handle: ({ id, time, subject, data, sequence = 0, republish }) =>
    concerns(subject)
      ? handle(definition.data.parse(data), { id, time, sequence, isReplay: republish !== undefined })
      : undefined,
})
