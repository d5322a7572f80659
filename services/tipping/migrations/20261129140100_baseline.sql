/*
 * Copies of what identity, weekends, groups and race control own. What tipping itself decides about a race (`locks_at`,
 * `closed_at`, what was scored) is in the race's row too, and a rebuild keeps it.
 */

create table users (
  id text collate "C" primary key,
  username text,
  first_name text,
  last_name text,
  sort_name text collate "C" not null, -- orders equal participants of a board
  profile_image_url text,
  avatar_config jsonb
);

-- Users whose new name the boards do not have yet.
create table users_to_refresh (user_id text collate "C" primary key);

create table weekends (
  id integer primary key,
  name text not null,
  status text not null,
  time_zone text not null,
  product_race_ids integer[] not null default '{}',
  deleted boolean not null default false,
  start_date date,
  end_date date,
  is_active boolean not null default false
) with (fillfactor = 50);

create table categories (
  id integer primary key,
  name text not null,
  short_name text not null,
  aliases text[] not null,
  list_order integer not null,
  spellings text[] not null, -- all names and the id, in lower case, as requests are compared with them
  deleted boolean not null default false
);
insert into categories (id, name, short_name, list_order, aliases, spellings)
select id, name, short_name, id, aliases,
  array[id::text, lower(name), lower(short_name)] || array(select lower(alias) from unnest(aliases) alias)
from (values
  (1, 'Repco Supercars Championship', 'Supercars', array['Repco Supercars', 'Supercars Championship']),
  (2, 'Boost Mobile TTSO', 'TTSO', array['Boost Mobile']),
  (3, 'Dunlop Super2 Series', 'Super2', array['Dunlop Super2', 'Super2 Series', 'Super 2']),
  (4, 'Heritage Touring Cars', 'Heritage', array['Heritage Touring']),
  (5, 'Porsche Carrera Cup Australia', 'Porsche', array['Porsche Carrera Cup', 'Carrera Cup']),
  (6, 'TOYOTA GAZOO Racing Australia GR CUP', 'GR Cup', array['Toyota GR Cup', 'Toyota GAZOO Racing GR Cup']),
  (7, 'Tyrepower V8 SuperUte Series', 'SuperUtes',
    array['SuperUte', 'SuperUte Series', 'V8 SuperUte', 'V8 SuperUtes', 'V8 SuperUte Series']),
  (8, 'Australian Superbike Championship', 'Superbikes', array['Superbike', 'ASBK'])
) founding (id, name, short_name, aliases);

create table races (
  race_id integer primary key,
  weekend_id integer not null,
  name text not null,
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
  was_completed boolean not null default false,
  category_id integer not null,
  completed_at timestamptz,
  -- The race had started, by its time or its status, whatever was published of these later.
  has_started boolean not null default false,
  -- Writes in progress that start the race, a status or a result, until their outcome is known (`src/locks`).
  started_by uuid[] not null default '{}',
  -- Inputs by which all awards in force were computed: revision, lock, category and weekend. Null: not known.
  awards_key text,
  -- When the race stopped accepting tips, where race control has set an earlier lock because it started early.
  closed_at timestamptz
) with (fillfactor = 80);
create index races_weekend on races (weekend_id);

create table cars (
  id integer primary key,
  weekend_id integer not null,
  number integer not null,
  driver text not null,
  team text not null,
  status text not null,
  withdrawn boolean not null default false,
  deleted boolean not null default false,
  plate text not null,
  category_id integer not null
);
create index cars_weekend on cars (weekend_id, category_id);

-- Whether live timing is paused: one row, none until race control has published it.
create table live_timing (
  only_row boolean primary key default true check (only_row),
  is_paused boolean not null
);

/*
 * A scope is the open competition of a weekend (no group) or a group. Its rules are versions, each in force from its
 * moment on. A membership is a row of its own each time a user joins.
 */

create table scopes (
  id bigint generated always as identity primary key,
  weekend_id integer not null,
  group_id integer,
  admin_user_id text,
  version bigint not null default 0,
  result_version bigint not null default 0,
  scored_races integer not null default 0,
  had_positions boolean not null default false,
  participants integer not null default 0,
  refreshed_at timestamptz not null default '-infinity',
  deleted boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  name text,
  changed_at timestamptz -- when the last result that changed the board was published
) with (fillfactor = 60);
create unique index scopes_one_open on scopes (weekend_id) where group_id is null;
-- A group that moved to another weekend has its old scope beside the new one until the old rows are removed.
create unique index scopes_one_per_group on scopes (group_id) where group_id is not null and not deleted;
create index scopes_weekend on scopes (weekend_id);

create table scopes_to_refresh (
  scope_id bigint primary key,
  recount boolean not null default false
);

create table scope_rules (
  scope_id bigint not null references scopes on delete cascade,
  in_force_from timestamptz not null,
  selected_race_ids integer[] not null default '{}',
  use_custom_points boolean not null default false,
  custom_points jsonb not null default '{}', -- by the id of the category
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
  left_at timestamptz,
  published_joined_at timestamptz not null -- identifies the joining: another one is another membership
);
create unique index memberships_one_present on memberships (scope_id, user_id) where left_at is null;
create index memberships_of_user on memberships (user_id) where left_at is null;

-- Memberships as groups published them, apart from those that tipping dated: one may arrive before its group.
create table published_memberships (
  group_id integer not null,
  user_id text collate "C" not null,
  weekend_id integer not null,
  joined_at timestamptz not null,
  is_approved boolean not null,
  primary key (group_id, user_id)
);

-- Groups that are about to move to another weekend: they accept no tips until then.
create table group_move_locks (
  move_id uuid primary key,
  scope_id bigint not null references scopes on delete cascade,
  expires_at timestamptz not null
);
create index group_move_locks_scope on group_move_locks (scope_id);

/*
 * Tips. Their rows have no foreign keys: those would lock rows that all users share. A tip in a group belongs to a
 * membership, so that joining again does not restore it.
 */

create table tips (
  id bigint generated always as identity primary key,
  scope_id bigint not null,
  user_id text collate "C" not null,
  membership_id bigint,
  weekend_id integer not null,
  car_id integer not null,
  submitted_at timestamptz not null,
  category_id integer not null,
  constraint tips_one_per_category unique nulls not distinct (scope_id, user_id, category_id, membership_id)
);
create index tips_of_user on tips (user_id, weekend_id);
create index tips_of_car on tips (weekend_id, category_id, car_id);

create table tip_revisions (
  tip_id bigint not null,
  submitted_at timestamptz not null,
  car_id integer not null,
  primary key (tip_id, submitted_at)
);

-- Boards with more tips than their last version counted. Rows are only inserted and deleted, one per batch of tips, and no
-- key makes one transaction of tips wait for another.
create table tips_to_count (scope_id bigint not null);

/* Locks of races for writes whose outcome is not known yet (ADR 8). */

-- `fallback` is the lock that the race has without them: the same in all rows of a race; null if it is open.
create table provisional_locks (
  attempt uuid primary key,
  race_id integer not null,
  fallback timestamptz
);
create index provisional_locks_race on provisional_locks (race_id);

-- Attempts whose outcome is known: a late call must not lock a race that nothing would unlock.
create table finalized_attempts (
  attempt uuid primary key,
  finalized_at timestamptz not null default clock_timestamp()
);

/* Results, points and boards. Awards are not deleted while their weekend exists. */

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
  row_order text,
  locks_at timestamptz, -- the lock by which the revision was scored; null if it was not
  primary key (race_id, revision)
);

create table scoring_requests (
  race_id integer not null,
  revision integer not null,
  weekend_id integer not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'superseded')),
  requested_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  traceparent text,
  primary key (race_id, revision)
);
create index scoring_requests_pending on scoring_requests (requested_at) where state = 'pending';

create type replaced_award as (
  membership_id bigint,
  place smallint,
  points integer,
  rule text,
  from_revision integer,
  to_revision integer
);

-- `to_revision` is null while an award is in force. A correction updates the row in place, `replaced` has the earlier
-- awards, oldest first: the free space of the pages keeps these updates out of the indexes (ADR 26).
create table awards (
  race_id integer not null,
  scope_id bigint not null,
  user_id text collate "C" not null,
  membership_id bigint,
  place smallint not null check (place between 1 and 3),
  points integer not null,
  rule text not null check (rule in ('session', 'custom', 'custom-default')),
  from_revision integer not null,
  to_revision integer,
  replaced replaced_award[]
) with (fillfactor = 45);
create unique index awards_one_in_force on awards (race_id, scope_id, user_id) where to_revision is null;
-- For account exports, which read awards in force race by race. An index of all awards would slow down each scoring.
create index awards_replaced on awards (user_id) where to_revision is not null;

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
  since_version bigint, -- null until a version of the board has the participant
  primary key (scope_id, user_id)
);
create index standings_board on standings
  (scope_id, hidden, total desc, firsts desc, seconds desc, thirds desc, sort_name, user_id);
create index standings_newcomers on standings (scope_id) where since_version is null;

-- Positions of an open board by distinct points and picks, now and before the last result. Groups are ranked when read.
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

/*
 * What a scoring has committed and not published yet (ADR 24): one scoring per weekend at a time, and the groups whose
 * boards it changed. Usually empty.
 */

create table pending_scoring_events (
  weekend_id integer primary key,
  race_id integer not null,
  revision integer not null,
  cause json not null,
  announcements json not null,
  traceparent text,
  resumed_at timestamptz not null default clock_timestamp()
);

create table pending_leaderboard_events (
  weekend_id integer not null,
  scope_id bigint not null,
  newcomers text[] collate "C", -- participants since the version before
  primary key (weekend_id, scope_id)
);
