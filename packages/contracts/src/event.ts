import type { z } from 'zod'
import type { ServiceName } from './services.ts'

/**
 * A state carries the whole present state of its subject: it has a sequence, newer ones supersede it, it can be told
 * again. A fact happened once: it is delivered once, whatever came before or after, and never told again.
 */
export type EventKind = 'state' | 'fact'

/** One topic per owner and kind; between the two there is no order. */
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
 * `sequence` rises by one per subject; `republish` names the republish request this repetition of a state answers.
 */
export type StateEvent<Data = unknown> = Envelope<Data> & { sequence: number; republish?: string }

/** It has neither: only a state can be older than another, or repeated. */
export type FactEvent<Data = unknown> = Envelope<Data> & { sequence?: never; republish?: never }

export type DomainEvent<Data = unknown> = StateEvent<Data> | FactEvent<Data>

type Declaration<Data> = {
  /** A past-tense name with a version, which starts with its owner: `tipping.tip-submitted.v1`. */
  type: string
  /** The service that tells it. */
  owner: ServiceName
  data: z.ZodType<Data>
  /** The thing the event is about, e.g. `race/12`; the sequences of states count per subject. */
  subject: (data: Data) => string
  /** The ordering key, e.g. `weekend/3`; events of one topic and key are delivered in commit order. */
  key: (data: Data) => string
}

/** What an event type is. */
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

/** Declares a state: `data` is all that may be known of the subject, deletion included, never a difference. */
export const defineState = <Data>(declaration: Declaration<Data>): StateDefinition<Data> => define('state', declaration)

/** Declares a fact: something that happened once. */
export const defineFact = <Data>(declaration: Declaration<Data>): FactDefinition<Data> => define('fact', declaration)

/** Ordering key of everything inside a weekend. */
export const weekendKey = (weekendId: number): string => `weekend/${weekendId}`

/** Ordering key of everything that belongs to one user. */
export const userKey = (userId: string): string => `user/${userId}`
