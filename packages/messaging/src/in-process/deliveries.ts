import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import { topicOf } from '../event-bus.ts'
import { permanent } from '../failures.ts'
import type { Delivery } from '../lanes.ts'

/** A row of `bus.deliveries`. */
export type StoredDelivery = Delivery & { id: number }

type Row = { id: number | string; lane: string; event: DomainEvent; tries: number; first_failed_at: Date | null }

const toDelivery = (row: Row): StoredDelivery => ({
  id: Number(row.id),
  lane: row.lane,
  topic: topicOf(row.event),
  event: row.event,
  tries: row.tries,
  firstFailedAt: row.first_failed_at?.getTime(),
})

const laneOf = (event: DomainEvent): string => `${topicOf(event)} ${event.key}`

/** Whether Postgres can never store it, by class of its error: 22 for invalid data, 54 for exceeded limits. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22|54)/.test(String(error.code))

/** An event with its JSON and the consumers that receive it. */
export type RoutedEvent = { event: DomainEvent; json: string; consumers: readonly string[] }

/**
 * Stores one delivery per event and interested consumer, in the order of the events.
 *
 * Rejects with a permanent error if Postgres can never store one of them.
 */
export const storeDeliveries = async (database: Database, routedEvents: readonly RoutedEvent[]): Promise<void> => {
  const rows = routedEvents.flatMap(({ event, json, consumers }) => {
    const lane = JSON.stringify(laneOf(event))
    return consumers.map((consumer) => `{"consumer":${JSON.stringify(consumer)},"lane":${lane},"event":${json}}`)
  })
  if (rows.length === 0) return
  try {
    await database.raw(
      `insert into bus.deliveries (consumer, lane, event)
       select consumer, lane, event from json_to_recordset(?::json) as e (consumer text, lane text, event json)`,
      [`[${rows.join(',')}]`],
    )
  } catch (error) {
    throw error instanceof Error && isUnstorable(error) ? permanent(error) : error
  }
}

/** Returns the ones of these consumers that have stored deliveries. */
export const consumersWithDeliveries = async (database: Database, consumers: readonly string[]): Promise<string[]> => {
  const { rows } = await database.raw<{ rows: { consumer: string }[] }>(
    `select consumer from unnest(?::text[]) consumer
     where exists (select from bus.deliveries where deliveries.consumer = consumer.consumer)`,
    [[...consumers]],
  )
  return rows.map(({ consumer }) => consumer)
}

/** Repository of one consumer's deliveries. */
export const deliveriesOf = (database: Database, consumer: string) => ({
  /** Reads the oldest deliveries that are neither in flight nor in a waiting lane. */
  async read(inFlight: Iterable<number>, waitingLanes: Iterable<string>, limit: number): Promise<StoredDelivery[]> {
    const { rows } = await database.raw<{ rows: Row[] }>(
      `select id, lane, event, tries, first_failed_at from bus.deliveries
       where consumer = ? and id <> all(?::bigint[]) and lane <> all(?::text[]) order by id limit ?`,
      [consumer, [...inFlight], [...waitingLanes], limit],
    )
    return rows.map(toDelivery)
  },

  async remove(ids: readonly number[]): Promise<void> {
    await database.raw('delete from bus.deliveries where id = any(?::bigint[])', [[...ids]])
  },

  /** Stores the number of tries, so that it survives a crash. */
  async recordFailure({ id, tries, firstFailedAt }: StoredDelivery): Promise<void> {
    await database.raw('update bus.deliveries set tries = ?, first_failed_at = ? where id = ?', [
      tries,
      new Date(firstFailedAt ?? Date.now()),
      id,
    ])
  },

  async moveToDeadLetters({ id, topic, tries }: StoredDelivery, error: unknown): Promise<void> {
    const [message, stack] = error instanceof Error ? [error.message, error.stack ?? null] : [String(error), null]
    await database.raw(
      `with removed as (delete from bus.deliveries where id = :id returning consumer, lane, event)
       insert into bus.dead_letters (consumer, topic, lane, event, error, stack, tries)
       select consumer, :topic, lane, event, :message, :stack, :tries from removed`,
      { id, topic, message, stack, tries },
    )
  },
})

export type Deliveries = ReturnType<typeof deliveriesOf>
