import type { z } from 'zod'
import type { ServiceName } from './services.ts'

/**
 * A state carries the whole current state of its subject: it has a sequence, newer ones supersede it, and it can be
 * republished. A fact happened once: it is handled once, whatever came before or after, and is never republished.
 */
export type EventKind = 'state' | 'fact'

/** One topic per owner and kind; there is no order between the two. */
export type Topic = `${ServiceName}.${EventKind}s`

/** CloudEvents 1.0 attributes, and `key`: events of one kind and key stay in order. */
type Envelope<Data> = {
  specversion: '1.0'
  id: string
  source: string
  type: string
  subject: string
  time: string
  datacontenttype: 'application/json'
  data: Data
  key: string
  traceparent?: string
}

/**
 * `sequence` rises by one per subject; `republish` is the id of the republish request that this repetition belongs to.
 */
export type StateEvent<Data = unknown> = Envelope<Data> & { sequence: number; republish?: string }

/** A fact has neither: only a state can be older than another, or repeated. */
export type FactEvent<Data = unknown> = Envelope<Data> & { sequence?: never; republish?: never }

export type DomainEvent<Data = unknown> = StateEvent<Data> | FactEvent<Data>

type Declaration<Data> = {
  /** A past-tense name with a version, which starts with its owner: `tipping.tip-submitted.v1`. */
  type: string
  /** The service that publishes it. */
  owner: ServiceName
  data: z.ZodType<Data>
  /** The subject of the event, e.g. `race/12`; the sequences of states count per subject. */
  subject: (data: Data) => string
  /** The ordering key, e.g. `weekend/3`; events of one topic and key are delivered in commit order. */
  key: (data: Data) => string
}

/** Definition of an event type. */
export type EventDefinition<Data = unknown, Kind extends EventKind = EventKind> = Declaration<Data> & {
  kind: Kind
  topic: Topic
}
export type StateDefinition<Data = unknown> = EventDefinition<Data, 'state'>
export type FactDefinition<Data = unknown> = EventDefinition<Data, 'fact'>

const define = <Data, Kind extends EventKind>(
  kind: Kind,
  declaration: Declaration<Data>,
): EventDefinition<Data, Kind> => {
  const { type, owner } = declaration
  if (!type.startsWith(`${owner}.`)) throw new Error(`${type} is not of ${owner}`)
  return { ...declaration, kind, topic: `${owner}.${kind}s` }
}

/** Defines a state: `data` is everything that consumers may know of the subject, deletion included, never a difference. */
export const defineState = <Data>(declaration: Declaration<Data>): StateDefinition<Data> => define('state', declaration)

/** Defines a fact: something that happened once. */
export const defineFact = <Data>(declaration: Declaration<Data>): FactDefinition<Data> => define('fact', declaration)

/** Returns the subject of a weekend: of its states and its deletion, and what transactions lock. */
export const weekendSubject = (weekendId: number): string => `weekend/${weekendId}`

/** Returns the subject of a user: of their states and their deletion, and what transactions lock. */
export const userSubject = (userId: string): string => `user/${userId}`

/** Returns the subject of a season: of its states and its deletion, and what transactions lock. */
export const seasonSubject = (seasonId: number): string => `season/${seasonId}`

/** Returns the ordering key of everything inside a weekend. */
export const weekendKey = (weekendId: number): string => weekendSubject(weekendId)

/** Returns the ordering key of a season. */
export const seasonKey = (seasonId: number): string => seasonSubject(seasonId)

/** Returns the ordering key of everything that belongs to one user. */
export const userKey = (userId: string): string => userSubject(userId)
