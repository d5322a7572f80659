import type { DomainEvent } from '@purple-sector/contracts/event'

/**
 * Carries events from the owners' relays to the subscribers: at least once, in order per (subscriber, topic, key).
 *
 * Kafka and the in-process bus keep the same promises; `contract-suite.ts` verifies both.
 */
export type EventBus = {
  /**
   * Publishes events; only a relay calls it. Resolves when the bus has stored all of them.
   *
   * Rejects if any may not be stored, with a `permanent` error if at least one of them never can be: too large, or not
   * storable.
   */
  publish(events: DomainEvent[]): Promise<void>
  /** Resolves once the subscription is active: it receives all events that are published later. */
  subscribe(subscription: BusSubscription): Promise<{ stop(): Promise<void> }>
  /** Stops every subscription, waits for handlers in flight and closes connections. */
  close(): Promise<void>
}

/** An event type and the topic it is published on; an event definition has both. */
type SubscribedEvent = { type: string; topic: string }

export type BusSubscription = {
  /** Name of the subscriber, e.g. `tipping`; replicas of one consumer share its durable subscription. */
  consumer: string
  /** Definitions of the events to receive. Other types of their topics are skipped without parsing. */
  events: readonly SubscribedEvent[]
  /**
   * `durable`: no event is lost between runs, from the first subscription on; a failing event is retried while its key
   * waits, then dead-lettered. `broadcast`: this process receives every event from now on; a failure is only logged.
   */
  mode: 'durable' | 'broadcast'
  /** Handles one event, inside its trace. */
  handle(event: DomainEvent): Promise<void>
  /**
   * Handles consecutive facts of one key and one of these types in one call, inside the trace of the first (durable
   * subscriptions only). If that fails, `handle` gets them one by one.
   */
  batchHandler?: BatchHandler
  /** Called once an event was abandoned and stored among the dead letters. */
  onDeadLetter?(event: DomainEvent, error: unknown): Promise<void>
}

export type BatchHandler = { types: ReadonlySet<string>; handle(events: readonly DomainEvent[]): Promise<void> }

/** Returns the service that owns an event type: the part before the first dot. */
export const ownerOf = (type: string): string => type.slice(0, type.indexOf('.'))

/** Returns the topic an event is published on: the states or the facts of its owner. */
export const topicOf = ({ type, sequence }: Pick<DomainEvent, 'type' | 'sequence'>): string =>
  `${ownerOf(type)}.${sequence === undefined ? 'facts' : 'states'}`

/** Returns the topics a subscription reads. */
export const topicsOf = ({ events }: Pick<BusSubscription, 'events'>): string[] => [
  ...new Set(events.map(({ topic }) => topic)),
]

/** Returns the event types a subscription receives. */
export const typesOf = ({ events }: Pick<BusSubscription, 'events'>): ReadonlySet<string> =>
  new Set(events.map(({ type }) => type))
