import type { Database } from '@purple-sector/database'

const tables = `
-- When a session was last told to have moved or been reopened, and as what: the next step of the same is no other news.
create table session_changes (
  race_id integer not null,
  weekend_id integer not null,
  kind text not null check (kind in ('moved', 'reopened')),
  cause text not null,
  at timestamptz not null,
  primary key (race_id, kind)
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
