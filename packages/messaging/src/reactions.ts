import type { DomainEvent, EventDefinition, FactDefinition } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { permanent } from './failures.ts'

/** Work for after the commit (wake a worker, tell this process); best effort, a failure is only logged. */
export type AfterCommit = () => unknown

type Handler<Data> = (event: DomainEvent<Data>, sql: Transaction) => Promise<void> | Promise<AfterCommit | undefined>

/** What a service does about one type of event. A list of them, in `src/subscriptions.ts`, is all it listens to. */
export type Reaction = Pick<EventDefinition, 'kind' | 'type' | 'owner' | 'topic'> & {
  /** Its states have mostly been handed over before their events come. */
  isPushed?: true
  /** Parses the event (permanent failure when it breaks its definition) and answers what to do in the transaction. */
  prepare(event: DomainEvent): (sql: Transaction) => Promise<AfterCommit | undefined>
  /** The same of several facts in one transaction. */
  prepareBatch?(events: readonly DomainEvent[]): (sql: Transaction) => Promise<void>
}

/** The event with its data as its definition reads them; unknown fields are dropped. Throws a permanent error. */
export const parseEvent = <Data>(definition: EventDefinition<Data>, event: DomainEvent): DomainEvent<Data> => {
  const broken = (reason: string) => permanent(`${event.type} ${event.id} breaks its definition: ${reason}`)
  if (definition.kind === 'state' && event.sequence === undefined) throw broken('a state without a sequence')
  const parsed = definition.data.safeParse(event.data)
  if (!parsed.success) throw broken(parsed.error.message)
  return { ...event, data: parsed.data }
}

/**
 * Reacts to an event once, in the transaction that notes it in the inbox; a returned function runs after the commit.
 * A fact is handled whatever came before it. A state is passed over where one of its subject and type that is as new or
 * newer was handled; it also comes again when somebody asks its owner for it, so compare it with what is stored where
 * a change is what matters. `isHandedOver` says that most states are here before their events (`noteState`): those are
 * then passed over without a transaction.
 */
export const on = <Data>(
  definition: EventDefinition<Data>,
  handler: Handler<Data>,
  options: Pick<Reaction, 'isPushed'> = {},
): Reaction => {
  const { kind, type, owner, topic } = definition
  return {
    kind,
    type,
    owner,
    topic,
    ...options,
    prepare: (event) => {
      const parsed = parseEvent(definition, event)
      return async (sql) => (await handler(parsed, sql)) ?? undefined
    },
  }
}

/**
 * Reacts to facts that many cause at the same time, such as messages of a room: those of a key that have come meanwhile
 * are handed over together, in their order and each once, one that comes alone as a list of one. It happens where every
 * reaction to the type is made like this; each then sees all of them before the next does. Where it throws, they come
 * again one by one.
 */
export const onBatch = <Data>(
  definition: FactDefinition<Data>,
  handler: (events: readonly DomainEvent<Data>[], sql: Transaction) => Promise<void>,
): Reaction => {
  const prepareBatch = (events: readonly DomainEvent[]) => {
    const parsed = events.map((event) => parseEvent(definition, event))
    return (sql: Transaction): Promise<void> => handler(parsed, sql)
  }
  const { kind, type, owner, topic } = definition
  return {
    kind,
    type,
    owner,
    topic,
    prepareBatch,
    prepare(event) {
      const effect = prepareBatch([event])
      return async (sql) => {
        await effect(sql)
        return undefined
      }
    },
  }
}
