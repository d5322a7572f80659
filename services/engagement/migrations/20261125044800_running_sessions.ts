import type { Database } from '@purple-sector/database'

const tables = `
-- The session that runs in a weekend, as its latest order enters the heat map: its rows, and when they came. The map moves
-- by it at most every few seconds (kept_at). What a spoiler delay counts from is when racing last changed the map.
alter table heat_maps
  add column running_race_id integer,
  add column running_rows jsonb,
  add column running_at timestamptz,
  add column kept_at timestamptz,
  add column changed_at timestamptz;
update heat_maps set changed_at =
  (select max(published_at) from results where results.weekend_id = heat_maps.weekend_id);

-- Whether live timing is paused, as race control tells it: one row, none before it was first told.
create table live_timing (
  only_row boolean primary key default true check (only_row),
  is_paused boolean not null
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
