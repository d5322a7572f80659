import type { z } from 'zod'

/** One topic per owning service; a consumer names the topics it listens to. */
export type Topic = 'identity' | 'weekends' | 'tipping' | 'admin' | 'groups' | 'chat' | 'engagement'

/**
 * A domain event: CloudEvents 1.0 attributes plus what ordering and recovery need.
 * `sequence` rises by one per subject; `key` is the ordering key (events of one key stay in order);
 * `republish` names the republish request this repetition of a state answers.
 */
export type DomainEvent<Data = unknown> = {
  specversion: '1.0'
  id: string
  source: string
  type: string
  subject: string
  time: string
  datacontenttype: 'application/json'
  data: Data
  key: string
  sequence: number
  traceparent?: string
  republish?: string
}

/** What an event type is: a past-tense fact with a version, owned by one service. */
export type EventDefinition<Data = unknown> = {
  type: string
  topic: Topic
  data: z.ZodType<Data>
  /** The thing the event is about, e.g. `race/12`; sequences count per subject. */
  subject: (data: Data) => string
  /** The ordering key, e.g. `weekend/3`; events of one key are delivered in commit order. */
  key: (data: Data) => string
}

/** Declares an event type. `type` must start with its topic: `tipping.tip-submitted.v1`. */
export const defineEvent = <Data>(definition: EventDefinition<Data>): EventDefinition<Data> => {
  if (!definition.type.startsWith(`${definition.topic}.`))
    throw new Error(`${definition.type} is not of ${definition.topic}`)
  return definition
}

/** Ordering key of everything inside a weekend. */
export const weekendKey = (weekendId: number): string => `weekend/${weekendId}`

/** Ordering key of everything that belongs to one user. */
export const userKey = (userId: string): string => `user/${userId}`
