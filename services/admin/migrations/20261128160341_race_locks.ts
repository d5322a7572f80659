import type { Database } from '@purple-sector/database'

/** The moment to which race control has set the lock of a race that started early, as its event carries it. */
const raceLocks = `
create table race_locks (
  race_id integer primary key,
  weekend_id integer not null,
  locks_at timestamptz not null,
  reopened integer not null,
  revision integer
);
create index race_locks_of_weekend on race_locks (weekend_id);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(raceLocks)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
