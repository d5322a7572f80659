import type { Database } from '@purple-sector/database'

/* Whether live timing is paused, as race control tells it: one row, none before it was first told. */
const liveTiming = `
create table live_timing (
  only_row boolean primary key default true check (only_row),
  is_paused boolean not null
);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(liveTiming)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
