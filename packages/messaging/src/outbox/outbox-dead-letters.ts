import type { Database } from '@purple-sector/database'

/** An event that was never sent, without its data, which may be large. */
export type UnsentEvent = {
  event: { id: string; type: string; subject: string; key: string; sequence: number | null; time: string }
  /** Of its data. */
  bytes: number
  error: string
  failedAt: string
}

type Row = Omit<UnsentEvent['event'], 'time'> & { time: Date; bytes: number; error: string; failed_at: Date }

/** What a service could not send, oldest first. */
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
 * Puts them back into the outbox, oldest first and behind what waits there; a running relay sends them within a second.
 * They keep their ids, states their sequences too: a newer one of the same subject that went out meanwhile stays.
 */
export const redriveOutbox = (database: Database): Promise<number> =>
  database.transaction(async (sql) => {
    await sql.raw('select outbox_lock_keys(array(select distinct key from outbox_dead_letters))')
    // The relay that is to send them runs in another process.
    await sql.raw(`select pg_notify('wake ' || current_schema(), 'outbox')`)
    const { rowCount } = await sql.raw<{ rowCount: number }>(
      `with taken as (delete from outbox_dead_letters returning *)
       insert into outbox (event_id, type, subject, key, sequence, time, data, traceparent, republish)
       select event_id, type, subject, key, sequence, time, data, traceparent, republish from taken order by id`,
    )
    return rowCount
  })
