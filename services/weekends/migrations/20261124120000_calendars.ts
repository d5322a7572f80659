import type { Database } from '@purple-sector/database'

/*
 * What calendar programs were shown of a race: by which name they know it, how often it changed for them, and what it
 * looked like last. Of a race that is gone it stays, so that they hear of that.
 */
const calendars = `
create table calendar_entries (
  race_id integer primary key,
  weekend_id integer not null references weekends on delete cascade,
  uid uuid not null unique default gen_random_uuid(),
  sequence integer not null,
  shown jsonb not null,
  changed_at timestamptz not null
);
create index calendar_entries_weekend on calendar_entries (weekend_id);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(calendars)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
