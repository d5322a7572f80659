import type { DomainEvent, EventDefinition, FactDefinition } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'
import { permanent } from './failures.ts'

/** Work after the commit (wake a worker, inform this process). Best effort: a failure is only logged. */
export type AfterCommit = () => unknown

type Handle<Data> = (event: DomainEvent<Data>, sql: Transaction) => Promise<void> | Promise<AfterCommit | undefined>

/** A service's handler for one event type. `src/subscriptions.ts` lists everything a service subscribes to. */
export type EventHandler = Pick<EventDefinition, 'kind' | 'type' | 'owner' | 'topic'> & {
  /** The states are usually pushed by a call before their events arrive. */
  isPushed?: true
  /**
   * Parses the event (permanent error if it breaks its definition) and returns the effect to run in the transaction.
   */
  prepare(event: DomainEvent): (sql: Transaction) => Promise<AfterCommit | undefined>
  /** Does the same for several facts in one transaction. */
  prepareBatch?(events: readonly DomainEvent[]): (sql: Transaction) => Promise<void>
}

/** Parses an event by its definition; unknown fields are removed. Throws a permanent error. */
export const parseEvent = <Data>(definition: EventDefinition<Data>, event: DomainEvent): DomainEvent<Data> => {
  const definitionError = (reason: string) => permanent(`${event.type} ${event.id} breaks its definition: ${reason}`)
  if (definition.kind === 'state' && event.sequence === undefined) throw definitionError('a state without a sequence')
  const parsed = definition.data.safeParse(event.data)
  if (!parsed.success) throw definitionError(parsed.error.message)
  return { ...event, data: parsed.data }
}

/**
 * Declares an event handler that handles each event once, in the transaction that records it in the inbox.
 *
 * A returned function runs after the commit. Facts are always handled. A state is skipped if one of its subject and
 * type that is at least as new was handled. A state also arrives again on a republish, so compare it with the stored
 * one if only a change matters. `isPushed`: most states are applied before their events arrive (`recordPushedState`);
 * those events are then skipped without a transaction.
 */
export const on = <Data>(
  definition: EventDefinition<Data>,
  handler: Handle<Data>,
  options: Pick<EventHandler, 'isPushed'> = {},
): EventHandler => {
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
 * Declares an event handler for facts that arrive in bursts, such as messages of a room.
 *
 * Waiting facts of one key are passed in one call, in order and each once; a single fact as a list of one. Batches are
 * used if all handlers of the type are batch handlers; each then gets the whole batch before the next one. If a
 * handler throws, the facts are handled again one by one.
 */
export const onBatch = <Data>(
  definition: FactDefinition<Data>,
  handler: (events: readonly DomainEvent<Data>[], sql: Transaction) => Promise<void>,
): EventHandler => {
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
