import type { Database } from '@purple-sector/database'

/*
 * Boards as tipping tells them, to say of a result where somebody stood before it. No group is the open competition.
 * A standing keeps what it was before the version that changed it last. Facts are not told again: these rows are no
 * copies that can be filled anew, and of who is missing it is not known where they stood.
 */
const tables = `
create table boards (
  weekend_id integer not null,
  group_id integer,
  version bigint not null,
  -- Distinct points and picks with their position.
  ranks json not null,
  unique nulls not distinct (weekend_id, group_id)
);
create table standings (
  weekend_id integer not null,
  group_id integer,
  user_id text not null,
  version bigint not null,
  total integer not null,
  firsts integer not null,
  seconds integer not null,
  thirds integer not null,
  previous_total integer,
  previous_firsts integer,
  previous_seconds integer,
  previous_thirds integer,
  unique nulls not distinct (weekend_id, group_id, user_id)
) with (fillfactor = 60);
create index standings_user on standings (user_id);
create index standings_group on standings (group_id) where group_id is not null;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
