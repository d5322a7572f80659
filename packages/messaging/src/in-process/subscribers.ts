import type { Database } from '@purple-sector/database'
import { type BusSubscription, typesOf } from '../event-bus.ts'

/** The event types every known durable consumer wants. */
export const readSubscribers = async (database: Database): Promise<Map<string, ReadonlySet<string>>> => {
  const { rows } = await database.raw<{ rows: { consumer: string; types: string[] }[] }>(
    `select consumer, array_agg(distinct type) as types
     from bus.subscribers, unnest(types) as type group by consumer`,
  )
  return new Map(rows.map(({ consumer, types }) => [consumer, new Set(types)]))
}

/** Replaces what one consumer wants; answers its types. */
export const saveSubscriber = async (
  database: Database,
  subscription: BusSubscription,
): Promise<ReadonlySet<string>> => {
  const { consumer, events } = subscription
  await database.transaction(async (sql) => {
    await sql.raw('delete from bus.subscribers where consumer = ?', [consumer])
    for (const [topic, ofTopic] of Map.groupBy(events, (event) => event.topic))
      await sql.raw('insert into bus.subscribers (consumer, topic, types) values (?, ?, ?::text[])', [
        consumer,
        topic,
        [...typesOf({ events: ofTopic })],
      ])
  })
  return typesOf(subscription)
}
