import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'

/** Handles a type of event in the gateway. */
export type EventHandler = {
  type: string
  topic: EventDefinition['topic']
  /** Whether an event of this subject changes anything; if not, it is not handled. */
  isRelevant(subject: string): boolean
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
  isRelevant,
  handle: ({ id, time, data, sequence = 0, republish }) =>
    handle(definition.data.parse(data), { id, time, sequence, isReplay: republish !== undefined }),
})
