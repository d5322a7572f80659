import type { Database } from '@purple-sector/database'

/*
 * What a scoring has committed and not told yet: one scoring of a weekend at a time, with the words of its events, and
 * the groups whose boards it changed, with who came onto each of them since the version before. Nothing waits for long.
 */
const boardsToTell = `
create table scorings_to_tell (
  weekend_id integer primary key,
  race_id integer not null,
  revision integer not null,
  cause json not null,
  announcements json not null,
  traceparent text,
  went_on_at timestamptz not null default clock_timestamp()
);
create table boards_to_tell (
  weekend_id integer not null,
  scope_id bigint not null,
  newcomers text[] collate "C",
  primary key (weekend_id, scope_id)
);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(boardsToTell)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
