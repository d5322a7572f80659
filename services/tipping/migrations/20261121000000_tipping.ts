import type { Database } from '@purple-sector/database'

/*
 * Copies of other services' state. What tipping itself decides about a session (`locks_at`, what was scored) lives in
 * its row too and is never dropped by a rebuild.
 */
const projections = `
create table weekends (
  id integer primary key,
  name text not null,
  status text not null,
  time_zone text not null,
  product_race_ids integer[] not null default '{}',
  deleted boolean not null default false
) with (fillfactor = 50);

create table sessions (
  race_id integer primary key,
  weekend_id integer not null,
  name text not null,
  category text not null,
  session_type text not null,
  status text not null,
  starts_at timestamptz,
  points_first integer not null,
  points_second integer not null,
  points_third integer not null,
  reopened integer not null default 0,
  deleted boolean not null default false,
  locks_at timestamptz,
  scored_revision integer,
  scored_status text,
  was_completed boolean not null default false
) with (fillfactor = 80);
create index sessions_weekend on sessions (weekend_id);

create table cars (
  id integer primary key,
  weekend_id integer not null,
  category text not null,
  number integer not null,
  driver text not null,
  team text not null,
  status text not null,
  withdrawn boolean not null default false,
  deleted boolean not null default false
);
create index cars_weekend on cars (weekend_id, category);

create table users (
  id text collate "C" primary key,
  username text,
  first_name text,
  last_name text,
  sort_name text collate "C" not null,
  profile_image_url text,
  avatar_config jsonb
);
create table users_to_refresh (user_id text collate "C" primary key);
`

/*
 * A scope is the open competition of a weekend (no group) or one group. Its rules are versions, each in force from its
 * moment on; a membership is a row of its own each time somebody joins.
 */
const scopes = `
create table scopes (
  id bigint generated always as identity primary key,
  weekend_id integer not null,
  group_id integer,
  admin_user_id text,
  version bigint not null default 0,
  result_version bigint not null default 0,
  scored_sessions integer not null default 0,
  had_positions boolean not null default false,
  participants integer not null default 0,
  refreshed_at timestamptz not null default '-infinity',
  deleted boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
) with (fillfactor = 60);
create unique index scopes_one_open on scopes (weekend_id) where group_id is null;
create unique index scopes_one_per_group on scopes (group_id) where group_id is not null;
create index scopes_weekend on scopes (weekend_id);
create table scopes_to_refresh (scope_id bigint primary key, recount boolean not null default false);

create table scope_rules (
  scope_id bigint not null references scopes on delete cascade,
  in_force_from timestamptz not null,
  selected_race_ids integer[] not null default '{}',
  use_custom_points boolean not null default false,
  custom_points jsonb not null default '{}',
  hide_points_until_approved boolean not null default false,
  prevent_points_until_approved boolean not null default false,
  lock_tips_after_first_event boolean not null default false,
  primary key (scope_id, in_force_from)
);

create table memberships (
  id bigint generated always as identity primary key,
  scope_id bigint not null,
  user_id text collate "C" not null,
  joined_at timestamptz not null,
  approved_at timestamptz,
  left_at timestamptz
);
create unique index memberships_one_present on memberships (scope_id, user_id) where left_at is null;
create index memberships_of_user on memberships (user_id) where left_at is null;
`

/*
 * The rows a tip writes name what they belong to without foreign keys: those would lock rows all fans share.
 * A tip in a group belongs to a membership, so that joining again does not revive it.
 */
const tips = `
create table tips (
  id bigint generated always as identity primary key,
  scope_id bigint not null,
  user_id text collate "C" not null,
  membership_id bigint,
  weekend_id integer not null,
  category text not null,
  car_id integer not null,
  submitted_at timestamptz not null,
  constraint tips_one_per_category unique nulls not distinct (scope_id, user_id, category, membership_id)
);
create index tips_of_car on tips (weekend_id, category, car_id);
create index tips_of_user on tips (user_id, weekend_id);

create table tip_revisions (
  tip_id bigint not null,
  submitted_at timestamptz not null,
  car_id integer not null,
  primary key (tip_id, submitted_at)
);
`

/*
 * Nothing in the ledger is deleted while its weekend lives: an award in force has no `to_revision`; the unique key
 * lets one be in force per participant and session. Positions are not stored per participant but per distinct
 * (total, picks) of an open board, as they are and as they were before the last result; groups are ranked when read.
 */
const scoring = `
create table classifications (
  race_id integer not null,
  revision integer not null,
  weekend_id integer not null,
  status text not null,
  reason text,
  published_at timestamptz not null,
  first_car_id integer,
  second_car_id integer,
  third_car_id integer,
  primary key (race_id, revision)
);

create table scoring_requests (
  race_id integer not null,
  revision integer not null,
  weekend_id integer not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'overtaken')),
  requested_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  primary key (race_id, revision)
);
create index scoring_requests_pending on scoring_requests (requested_at) where state = 'pending';

create table awards (
  race_id integer not null,
  scope_id bigint not null,
  user_id text collate "C" not null,
  membership_id bigint,
  place smallint not null check (place between 1 and 3),
  points integer not null,
  rule text not null check (rule in ('session', 'custom', 'custom-default')),
  from_revision integer not null,
  to_revision integer
);
create unique index awards_one_in_force on awards (race_id, scope_id, user_id) where to_revision is null;

create table standings (
  scope_id bigint not null,
  user_id text collate "C" not null,
  membership_id bigint,
  sort_name text collate "C" not null,
  hidden boolean not null default false,
  total integer not null default 0,
  firsts integer not null default 0,
  seconds integer not null default 0,
  thirds integer not null default 0,
  previous_total integer not null default 0,
  previous_firsts integer not null default 0,
  previous_seconds integer not null default 0,
  previous_thirds integer not null default 0,
  changed_version bigint not null default 0,
  since_version bigint,
  primary key (scope_id, user_id)
);
create index standings_board on standings
  (scope_id, hidden, total desc, firsts desc, seconds desc, thirds desc, sort_name, user_id);
create index standings_newcomers on standings (scope_id) where since_version is null;

create table standing_ranks (
  scope_id bigint not null,
  is_previous boolean not null,
  total integer not null,
  firsts integer not null,
  seconds integer not null,
  thirds integer not null,
  count integer not null,
  position integer,
  tie_break text,
  primary key (scope_id, is_previous, total, firsts, seconds, thirds)
);
`

export const up = async (sql: Database): Promise<void> => {
  for (const statements of [projections, scopes, tips, scoring]) await sql.raw(statements)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
