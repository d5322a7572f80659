import type { Database } from '@purple-sector/database'

const columns = `
-- Whose name it tells, if anybody's: it goes with their account.
alter table notifications add column names_user_id text;
create index notifications_naming on notifications (names_user_id) where names_user_id is not null;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(columns)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
