import type { DomainEvent, FactEvent } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import { ownerOf } from '../event-bus.ts'

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

export type Waiting = { id: number; event: DomainEvent }

/** An event that the bus will never take as it is. */
export type Refused = Waiting & { error: unknown }

/** A row without a sequence is a fact. */
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

/** What waits in the outbox, as the relay reads and removes it. */
export const outboxRows = (database: Database, owner: string) => ({
  /**
   * The oldest waiting events besides those in flight. Named one by one, never as "after the last id": an id commits
   * after higher ones of other keys, and skipping it would let a later event of its key overtake.
   */
  async read(inFlight: ReadonlySet<number>, limit: number): Promise<Waiting[]> {
    const { rows } = await database.raw<{ rows: OutboxRow[] }>(
      `select id, event_id, type, subject, key, sequence, data, traceparent, republish,
         to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time
       from outbox where id <> all(?::bigint[]) order by id limit ?`,
      [[...inFlight], limit],
    )
    return rows.map((row) => ({ id: Number(row.id), event: toEvent(row) }))
  },

  /** Removes what was published, while the lease is still ours; false otherwise. */
  async remove(ids: readonly number[], epoch: number): Promise<boolean> {
    const { rows } = await database.raw<{ rows: { held: boolean }[] }>(
      `with lease as (select 1 from relay_lease where owner = :owner and epoch = :epoch for share),
       removed as (delete from outbox where id = any(:ids::bigint[]) and exists (select 1 from lease))
       select exists (select 1 from lease) as held`,
      { owner, epoch, ids: [...ids] },
    )
    return rows[0]?.held === true
  },

  /**
   * Moves an event that no bus takes to the dead letters, while the lease is still ours, and answers how many bytes its
   * data have; undefined otherwise.
   */
  async bury({ id, error }: Refused, epoch: number): Promise<number | undefined> {
    const { rows } = await database.raw<{ rows: { bytes: number | null; held: boolean }[] }>(
      `with lease as (select 1 from relay_lease where owner = :owner and epoch = :epoch for share),
       buried as (delete from outbox where id = :id and exists (select 1 from lease) returning *),
       kept as (
         insert into outbox_dead_letters
           (event_id, type, subject, key, sequence, time, data, traceparent, republish, error)
         select event_id, type, subject, key, sequence, time, data, traceparent, republish, :error from buried
       )
       select (select octet_length(data::text) from buried) as bytes, exists (select 1 from lease) as held`,
      { owner, epoch, id, error: error instanceof Error ? error.message : String(error) },
    )
    return rows[0]?.held ? (rows[0].bytes ?? 0) : undefined
  },

  /** How many wait, counted up to 100,000, and for how many seconds the oldest of them. */
  async backlog(): Promise<{ waiting: number; oldestSeconds: number }> {
    const { rows } = await database.raw<{ rows: { waiting: number | string; oldest: number | string | null }[] }>(
      `select (select count(*) from (select 1 from outbox limit 100000) counted) as waiting,
         (select extract(epoch from clock_timestamp() - time) from outbox order by id limit 1) as oldest`,
    )
    return { waiting: Number(rows[0]?.waiting ?? 0), oldestSeconds: Math.max(0, Number(rows[0]?.oldest ?? 0)) }
  },
})
