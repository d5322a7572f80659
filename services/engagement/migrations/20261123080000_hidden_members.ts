import type { Database } from '@purple-sector/database'

const columns = `
-- Pending members of such a group are on its board without a place: nobody is to learn how they stand.
alter table groups add column hide_points_until_approved boolean not null default false;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(columns)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
