import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'

/** What somebody in the gateway does about a type of event. */
export type EventHandler = {
  type: string
  topic: EventDefinition['topic']
  handle(event: DomainEvent): Promise<void> | void
}

/**
 * How it came: by the id of its event, the same when that is delivered again, and when that was; of a state its number in
 * the order of its subject, and whether it is only told again because somebody asked.
 */
export type EventMetadata = { id: string; time: string; sequence: number; isReplay: boolean }

/**
 * Reacts to an event; facts have no number and are never told again. Thousands of groups' boards change with one
 * result: an event whose subject `concerns` nobody here is not even read.
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
