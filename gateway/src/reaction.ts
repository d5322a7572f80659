import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'

/** What somebody in the gateway does about a type of event. */
export type Reaction = {
  type: string
  topic: EventDefinition['topic']
  react(event: DomainEvent): Promise<void> | void
}

/**
 * Reacts to an event; `sequence` is a state's number, 0 for facts, which have none. Thousands of groups' boards change
 * with one result: an event whose subject `concerns` nobody here is not even read.
 */
export const on = <Data>(
  definition: Pick<EventDefinition<Data>, 'type' | 'topic' | 'data'>,
  react: (data: Data, sequence: number) => Promise<void> | void,
  concerns: (subject: string) => boolean = () => true,
): Reaction => ({
  type: definition.type,
  topic: definition.topic,
  react: ({ subject, data, sequence = 0 }) =>
    concerns(subject) ? react(definition.data.parse(data), sequence) : undefined,
})
