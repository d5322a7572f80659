import type { DomainEvent, EventDefinition } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { permanent } from './failures.ts'

/** Work for after the commit (wake a worker, tell this process); best effort, a failure is only logged. */
export type AfterCommit = () => unknown

type Handler<Data> = (event: DomainEvent<Data>, sql: Transaction) => Promise<void> | Promise<AfterCommit | undefined>

/** What a service does about one type of event. A list of them, in `src/subscriptions.ts`, is all it listens to. */
export type Reaction = {
  kind: 'fact' | 'state'
  type: string
  topic: string
  /** Parses the event (permanent failure when it breaks its definition) and answers what to do in the transaction. */
  prepare(event: DomainEvent): (sql: Transaction) => Promise<AfterCommit | undefined>
}

/** The event with its data as its definition reads them; unknown fields are dropped. Throws a permanent error. */
export const parseEvent = <Data>(definition: EventDefinition<Data>, event: DomainEvent): DomainEvent<Data> => {
  const parsed = definition.data.safeParse(event.data)
  if (!parsed.success) throw permanent(`${event.type} ${event.id} breaks its definition: ${parsed.error.message}`)
  return { ...event, data: parsed.data }
}

const reaction =
  (kind: Reaction['kind']) =>
  <Data>(definition: EventDefinition<Data>, handler: Handler<Data>): Reaction => ({
    kind,
    type: definition.type,
    topic: definition.topic,
    prepare: (event) => {
      const parsed = parseEvent(definition, event)
      return async (sql) => (await handler(parsed, sql)) ?? undefined
    },
  })

/**
 * Reacts to a fact: once per event, in the transaction that notes it in the inbox. A returned function runs after the
 * commit. States repeated for another consumer's republish are not facts and are passed over; those this consumer
 * asked for itself (its bootstrap) are handed in.
 */
export const handles = reaction('fact')

/** Keeps a copy of a state: like `handles`, but an event no newer than the stored one of its subject is passed over. */
export const projects = reaction('state')
