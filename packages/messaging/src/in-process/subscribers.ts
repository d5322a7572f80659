import type { Database } from '@purple-sector/database'
import { type BusSubscription, typesOf } from '../event-bus.ts'

/** Reads the event types that each known durable consumer receives. */
export const readSubscribers = async (database: Database): Promise<Map<string, ReadonlySet<string>>> => {
  const { rows } = await database.raw<{ rows: { consumer: string; types: string[] }[] }>(
    `select consumer, array_agg(distinct type) as types
     from bus.subscribers, unnest(types) as type group by consumer`,
  )
  return new Map(rows.map(({ consumer, types }) => [consumer, new Set(types)]))
}

/** Replaces the event types of one consumer in one statement, and returns them. */
export const saveSubscriber = async (
  database: Database,
  subscription: BusSubscription,
): Promise<ReadonlySet<string>> => {
  const { consumer, events } = subscription
  const topics = [...Map.groupBy(events, (event) => event.topic)].map(([topic, ofTopic]) => ({
    topic,
    types: [...typesOf({ events: ofTopic })],
  }))
  await database.raw(
    `with subscribed as materialized (
       select topic, types from json_to_recordset(:topics::json) as w (topic text, types text[])
     ), obsolete as (
       delete from bus.subscribers where consumer = :consumer and topic <> all(select topic from subscribed)
     )
     insert into bus.subscribers (consumer, topic, types) select :consumer, topic, types from subscribed
     on conflict (consumer, topic) do update set types = excluded.types`,
    { consumer, topics: JSON.stringify(topics) },
  )
  return typesOf(subscription)
}
