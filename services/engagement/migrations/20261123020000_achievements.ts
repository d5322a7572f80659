import type { Database } from '@purple-sector/database'

const tables = `
-- What a fan's achievements are measured by: a row of counters each, every one of them counted from rows that are here
-- (src/achievements/counters.ts), so that whatever is heard of again counts nothing twice.
create table achievement_counters (
  user_id text primary key,
  tips integer not null default 0,
  early_tips integer not null default 0,
  late_tips integer not null default 0,
  messages integer not null default 0,
  votes integer not null default 0,
  reactions integer not null default 0,
  shares integer not null default 0,
  groups_joined integer not null default 0,
  groups_founded integer not null default 0,
  trackside integer not null default 0,
  weekends integer not null default 0,
  full_grids integer not null default 0,
  points integer not null default 0,
  winners integer not null default 0,
  places integer not null default 0,
  winners_in_a_row integer not null default 0,
  podiums integer not null default 0,
  wins integer not null default 0,
  perfect_weekends integer not null default 0,
  groups_led integer not null default 0,
  rivals integer not null default 0
) with (fillfactor = 80);

-- What was granted stays, whatever its counter does.
create table achievement_grants (
  user_id text not null,
  achievement text not null,
  granted_at timestamptz not null,
  primary key (user_id, achievement)
);
create index achievement_grants_moment on achievement_grants (granted_at);

-- How a tip stood to the deadlines of its category, judged when it was first heard of.
create table judged_tips (
  tip_id integer primary key,
  user_id text not null,
  weekend_id integer not null,
  group_id integer,
  category_id integer not null,
  first_at timestamptz not null,
  judged_at timestamptz not null,
  was_early boolean not null,
  was_late boolean not null
);
create index judged_tips_user on judged_tips (user_id);
create index judged_tips_weekend on judged_tips (weekend_id, user_id);
create index judged_tips_group on judged_tips (group_id) where group_id is not null;

-- How a fan does in the open competition of a weekend, and in their groups of it once it is over.
create table fan_weekends (
  weekend_id integer not null,
  user_id text not null,
  has_full_grid boolean not null default false,
  points integer not null default 0,
  firsts integer not null default 0,
  seconds integer not null default 0,
  thirds integer not null default 0,
  best_run integer not null default 0,
  position integer,
  is_perfect boolean not null default false,
  groups_led integer not null default 0,
  rivals integer not null default 0,
  primary key (weekend_id, user_id)
) with (fillfactor = 80);
create index fan_weekends_user on fan_weekends (user_id);

-- Who has one of the first three of a race of the open competition.
create table placings (
  weekend_id integer not null,
  user_id text not null,
  race_id integer not null,
  place smallint not null check (place between 1 and 3),
  primary key (weekend_id, user_id, race_id)
);
create index placings_user on placings (user_id);

-- What boards have told of results and is still to be counted: after the boards, and after what fans are told of them.
create table results_to_count (
  id bigint generated always as identity primary key,
  weekend_id integer not null,
  race_id integer not null,
  version bigint not null,
  changed json not null,
  is_last boolean not null,
  is_counted boolean not null default false
);
create index results_to_count_weekend on results_to_count (weekend_id, id);

-- Weekends that may be over, or over otherwise than they were: looked at when nothing more of them has come for a while.
create table weekends_to_close (
  weekend_id integer primary key,
  due_at timestamptz not null
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
