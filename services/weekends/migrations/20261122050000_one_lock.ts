import type { Database } from '@purple-sector/database'

/**
 * A race keeps one lock: what tipping told last, or what follows from a write made here since. A lock that was told
 * before the race was reopened is history.
 */
const oneLock = `
alter table races add column locks_at timestamptz;
update races r set locks_at = coalesce(
  (select l.locks_at from session_locks l where l.race_id = r.id and l.locks_at <= clock_timestamp()
    and (r.reopened_at is null or l.locks_at >= r.reopened_at)),
  r.own_lock_at);
alter table races drop column own_lock_at, drop column reopened_at;
drop table session_locks;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(oneLock)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
