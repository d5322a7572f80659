import type { DomainEvent } from '@purple-sector/contracts/event'

/**
 * Carries events from the owners' relays to everybody who listens: at least once, in order per (subscriber, topic, key).
 * Kafka and the in-process bus keep the same promises; `contract-suite.ts` holds them to it.
 */
export type EventBus = {
  /**
   * Only a relay calls it. Resolves when all events are stored by the bus; rejects when any may not be, with a
   * `permanent` error where at least one of them never will be as it is: too large, or not storable.
   */
  publish(events: DomainEvent[]): Promise<void>
  /** Resolves when everything published from now on will reach the subscription. */
  subscribe(subscription: BusSubscription): Promise<{ stop(): Promise<void> }>
  /** Stops every subscription, waits for handlers in flight and lets go of connections. */
  close(): Promise<void>
}

/** An event type and where it is published; a definition says both. */
type Listened = { type: string; topic: string }

export type BusSubscription = {
  /** Who listens, e.g. `tipping`; replicas of one consumer share its durable subscription. */
  consumer: string
  /** What is wanted: definitions of events. Other types of their topics cost nothing. */
  events: readonly Listened[]
  /**
   * `durable`: nothing is lost between runs, from the first subscription on; a failing event is retried while its key
   * waits, then dead-lettered. `broadcast`: this process sees every event from now on; a failure is only logged.
   */
  mode: 'durable' | 'broadcast'
  /** Called inside the trace of the event. */
  handle(event: DomainEvent): Promise<void>
  /**
   * Facts of these types that wait one right after the other in a durable subscription, of one key and one type, may be
   * handed over together, inside the trace of the first; where that fails, one by one to `handle`.
   */
  batchHandler?: BatchHandler
  /** Told once an event was given up and lies among the dead letters. */
  onDeadLetter?(event: DomainEvent, error: unknown): Promise<void>
}

export type BatchHandler = { types: ReadonlySet<string>; handle(events: readonly DomainEvent[]): Promise<void> }

/** Who tells an event type: the part before the first dot. */
export const ownerOf = (type: string): string => type.slice(0, type.indexOf('.'))

/** The topic an event is published on: that of the states or that of the facts of its owner. */
export const topicOf = ({ type, sequence }: Pick<DomainEvent, 'type' | 'sequence'>): string =>
  `${ownerOf(type)}.${sequence === undefined ? 'facts' : 'states'}`

/** The topics a subscription reads. */
export const topicsOf = ({ events }: Pick<BusSubscription, 'events'>): string[] => [
  ...new Set(events.map(({ topic }) => topic)),
]

/** The event types a subscription wants. */
export const typesOf = ({ events }: Pick<BusSubscription, 'events'>): ReadonlySet<string> =>
  new Set(events.map(({ type }) => type))
