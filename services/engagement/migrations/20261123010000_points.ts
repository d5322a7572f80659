import type { Database } from '@purple-sector/database'

const tables = `
-- What equals on a board are ordered by, as the code makes it (src/points/sort-name.ts).
alter table users add column sort_name text collate "C" not null default 'anonymous';
update users set sort_name = lower(coalesce(nullif(username, ''),
  nullif(first_name, '') || coalesce(' ' || nullif(last_name, ''), ''), 'anonymous'));

-- What fans did, each cause once: whoever hears of it again changes nothing. Without a weekend it is on no board.
create table activities (
  user_id text not null,
  cause text not null,
  weekend_id integer,
  kind text not null,
  points integer not null,
  at timestamptz not null,
  primary key (user_id, cause)
);
create index activities_weekend on activities (weekend_id);

-- How often a fan did what earns points only so often a day, by the days of the weekend's zone.
create table activity_days (
  user_id text not null,
  weekend_id integer not null,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (user_id, weekend_id, kind, day)
);
create index activity_days_weekend on activity_days (weekend_id);

-- The engagement board: a row for whoever did anything, in the order in which it is read.
create table activity_totals (
  user_id text not null,
  weekend_id integer not null,
  points integer not null,
  activities integer not null,
  last_at timestamptz not null,
  sort_name text collate "C" not null,
  primary key (user_id, weekend_id)
);
create index activity_totals_board on activity_totals (weekend_id, points desc, sort_name, user_id);

-- How many fans have so many points: what positions are counted from. What a board does not count yet is in its changes,
-- from so many points to so many, so that those who earn at the same moment do not wait for each other.
create table engagement_ranks (
  weekend_id integer not null,
  points integer not null,
  fans integer not null,
  primary key (weekend_id, points)
);
create table engagement_changes (
  id bigint generated always as identity,
  weekend_id integer not null,
  points_before integer,
  points_after integer,
  primary key (weekend_id, id)
);
create table engagement_boards (
  weekend_id integer primary key,
  version integer not null,
  refreshed_at timestamptz not null
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
