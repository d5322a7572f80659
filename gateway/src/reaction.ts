import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'

/** What somebody in the gateway does about a type of event. */
export type Reaction = {
  type: string
  topic: EventDefinition['topic']
  react(event: DomainEvent): Promise<void> | void
}

/**
 * How it came: by the id of its event, the same when that is delivered again, and when that was; of a state its number in
 * the order of its subject, and whether it is only told again because somebody asked.
 */
export type Told = { id: string; time: string; sequence: number; isReplay: boolean }

/**
 * Reacts to an event; facts have no number and are never told again. Thousands of groups' boards change with one
 * result: an event whose subject `concerns` nobody here is not even read.
 */
export const on = <Data>(
  definition: Pick<EventDefinition<Data>, 'type' | 'topic' | 'data'>,
  react: (data: Data, told: Told) => Promise<void> | void,
  concerns: (subject: string) => boolean = () => true,
): Reaction => ({
  type: definition.type,
  topic: definition.topic,
  react: ({ id, time, subject, data, sequence = 0, republish }) =>
    concerns(subject)
      ? react(definition.data.parse(data), { id, time, sequence, isReplay: republish !== undefined })
      : undefined,
})
