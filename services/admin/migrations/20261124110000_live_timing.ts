import type { Database } from '@purple-sector/database'

/* One row: whether administrators have paused live timing. */
const liveTiming = `
create table live_timing (
  id boolean primary key default true check (id),
  is_paused boolean not null default false
);
insert into live_timing default values;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(liveTiming)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
