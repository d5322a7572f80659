import type { Database } from '@purple-sector/database'

/** An unpublished event, without its data, which may be large. */
export type UnsentEvent = {
  event: { id: string; type: string; subject: string; key: string; sequence: number | null; time: string }
  /** Size of its data. */
  bytes: number
  error: string
  failedAt: string
}

type Row = Omit<UnsentEvent['event'], 'time'> & { time: Date; bytes: number; error: string; failed_at: Date }

/** Reads the events that a service could not publish, oldest first. */
export const readOutboxDeadLetters = async (database: Database): Promise<UnsentEvent[]> => {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `select event_id as id, type, subject, key, sequence, time, octet_length(data::text) as bytes, error, failed_at
     from outbox_dead_letters order by outbox_dead_letters.id`,
  )
  return rows.map(({ time, bytes, error, failed_at, ...event }) => ({
    event: { ...event, time: time.toISOString() },
    bytes,
    error,
    failedAt: failed_at.toISOString(),
  }))
}

/**
 * Moves dead letters back into the outbox, oldest first and behind waiting events; a running relay publishes them
 * within a second.
 *
 * Events keep their ids, and states their sequences: consumers skip a state if a newer one of its subject was published
 * meanwhile.
 */
export const redriveOutbox = (database: Database): Promise<number> =>
  database.transaction(async (sql) => {
    await sql.raw('select outbox_lock_keys(array(select distinct key from outbox_dead_letters))')
    // The relay that publishes them runs in another process.
    await sql.raw(`select pg_notify('wake ' || current_schema(), 'outbox')`)
    const { rowCount } = await sql.raw<{ rowCount: number }>(
      `with redriven as (delete from outbox_dead_letters returning *)
       insert into outbox (event_id, type, subject, key, sequence, time, data, traceparent, republish)
       select event_id, type, subject, key, sequence, time, data, traceparent, republish from redriven order by id`,
    )
    return rowCount
  })
