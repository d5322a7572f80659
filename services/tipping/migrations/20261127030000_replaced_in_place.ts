import type { Database } from '@purple-sector/database'

/*
 * What an award has replaced is kept in its row, oldest first, so that a correction writes one row for each and tells no
 * index of it; for that pages have more room. Those that were put beside as closed stay as they are. The index of before
 * holds these, and what was closed without a successor.
 */
const replaced = `
create type replaced_award as (
  membership_id bigint,
  place smallint,
  points integer,
  rule text,
  from_revision integer,
  to_revision integer
);
alter table awards add column replaced replaced_award[], set (fillfactor = 45);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(replaced)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
