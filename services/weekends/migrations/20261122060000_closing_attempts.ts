import type { Database } from '@purple-sector/database'

/** Writes that close a race, from before tipping is asked to close it until it knows what became of them. */
const table = `
create table closing_attempts (
  id uuid primary key,
  race_id integer not null,
  begun_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('stored', 'abandoned'))
);
create index closing_attempts_age on closing_attempts (begun_at)
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(table)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
