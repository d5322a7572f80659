import type { DomainEvent, FactEvent } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import { type EventBus, ownerOf } from '../event-bus.ts'
import { isPermanent } from '../failures.ts'

type OutboxRow = {
  id: number | string
  event_id: string
  type: string
  subject: string
  key: string
  sequence: number | string | null
  time: string
  data: unknown
  traceparent: string | null
  republish: string | null
}

export type PendingEvent = { id: number; event: DomainEvent }

/** An event that the bus never accepts. */
export type RejectedEvent = PendingEvent & { error: unknown }

/** Converts a row to an event; a row without a sequence is a fact. */
const toEvent = (row: OutboxRow): DomainEvent => {
  const fact: FactEvent = {
    specversion: '1.0',
    id: row.event_id,
    source: `/${ownerOf(row.type)}`,
    type: row.type,
    subject: row.subject,
    time: row.time,
    datacontenttype: 'application/json',
    data: row.data,
    key: row.key,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
  }
  if (row.sequence === null) return fact
  const { republish } = row
  return { ...fact, sequence: Number(row.sequence), ...(republish === null ? {} : { republish }) }
}

/** Repository of the outbox for the relay. */
export const outboxRows = (database: Database, owner: string) => ({
  /**
   * Reads the oldest waiting events besides those in flight.
   *
   * Excludes these by id, never by "after the last id": an id may commit after higher ones of other keys, and skipping
   * it would let a later event of its key be published first.
   */
  async read(inFlight: ReadonlySet<number>, limit: number): Promise<PendingEvent[]> {
    const { rows } = await database.raw<{ rows: OutboxRow[] }>(
      `select id, event_id, type, subject, key, sequence, data, traceparent, republish,
         to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time
       from outbox where id <> all(?::bigint[]) order by id limit ?`,
      [[...inFlight], limit],
    )
    return rows.map((row) => ({ id: Number(row.id), event: toEvent(row) }))
  },

  /** Deletes published events while this relay owns the lease; false otherwise. */
  async remove(ids: readonly number[], epoch: number): Promise<boolean> {
    const { rows } = await database.raw<{ rows: { isOwner: boolean }[] }>(
      `with lease as (select 1 from relay_lease where owner = :owner and epoch = :epoch for share),
       removed as (delete from outbox where id = any(:ids::bigint[]) and exists (select 1 from lease))
       select exists (select 1 from lease) as "isOwner"`,
      { owner, epoch, ids: [...ids] },
    )
    return rows[0]?.isOwner === true
  },

  /**
   * Moves an event that no bus accepts to the dead letters while this relay owns the lease.
   *
   * Returns the size of its data in bytes; undefined when the lease is lost.
   */
  async moveToDeadLetters({ id, error }: RejectedEvent, epoch: number): Promise<number | undefined> {
    const { rows } = await database.raw<{ rows: { bytes: number | null; isOwner: boolean }[] }>(
      `with lease as (select 1 from relay_lease where owner = :owner and epoch = :epoch for share),
       removed as (delete from outbox where id = :id and exists (select 1 from lease) returning *),
       dead_lettered as (
         insert into outbox_dead_letters
           (event_id, type, subject, key, sequence, time, data, traceparent, republish, error)
         select event_id, type, subject, key, sequence, time, data, traceparent, republish, :error from removed
       )
       select (select octet_length(data::text) from removed) as bytes, exists (select 1 from lease) as "isOwner"`,
      { owner, epoch, id, error: error instanceof Error ? error.message : String(error) },
    )
    return rows[0]?.isOwner ? (rows[0].bytes ?? 0) : undefined
  },

  /** Returns the number of waiting events, counted up to 100,000, and the age of the oldest in seconds. */
  async backlog(): Promise<{ waiting: number; oldestSeconds: number }> {
    const { rows } = await database.raw<{ rows: { waiting: number | string; oldest: number | string | null }[] }>(
      `select (select count(*) from (select 1 from outbox limit 100000) counted) as waiting,
         (select extract(epoch from clock_timestamp() - time) from outbox order by id limit 1) as oldest`,
    )
    return { waiting: Number(rows[0]?.waiting ?? 0), oldestSeconds: Math.max(0, Number(rows[0]?.oldest ?? 0)) }
  },
})

/**
 * Publishes events in order. Returns the events that the bus never accepts; rejects if it may accept all of them later.
 *
 * A bus rejects a batch as a whole, so it is halved until only the rejected event remains. Events accepted before are
 * published again with their half; consumers recognize them by id.
 */
export const publishBatch = async (
  publish: EventBus['publish'],
  batch: readonly PendingEvent[],
): Promise<RejectedEvent[]> => {
  try {
    await publish(batch.map(({ event }) => event))
    return []
  } catch (error) {
    const [first, ...rest] = batch
    if (!isPermanent(error) || first === undefined) throw error
    if (rest.length === 0) return [{ ...first, error }]
    const middle = Math.ceil(batch.length / 2)
    const rejected = await publishBatch(publish, batch.slice(0, middle))
    return [...rejected, ...(await publishBatch(publish, batch.slice(middle)))]
  }
}
