import type { Database } from '@purple-sector/database'

const tables = `
-- How often what the heat map of a weekend is made of has changed, what of that was told, and what that map was.
create table heat_maps (
  weekend_id integer primary key,
  version integer not null default 1,
  told_version integer not null default 0,
  told_map text
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
