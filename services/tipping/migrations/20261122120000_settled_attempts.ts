import type { Database } from '@purple-sector/database'

/*
 * Attempts that closed a race and are over: whoever made one has told what became of it. A closing that was asked for
 * before and arrives late must not hold the race closed with nobody left to take that back.
 */
const table = `
create table settled_attempts (
  attempt uuid primary key,
  settled_at timestamptz not null default clock_timestamp()
);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(table)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
