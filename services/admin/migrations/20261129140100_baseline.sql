/* Copies of what weekends and tipping own. */

create table weekends (
  id integer primary key,
  name text not null,
  status text not null,
  is_active boolean not null
);

create table categories (
  id integer primary key,
  name text not null,
  other_names jsonb not null default '[]'
);
insert into categories (id, name) values
  (1, 'Repco Supercars Championship'), (2, 'Boost Mobile TTSO'), (3, 'Dunlop Super2 Series'),
  (4, 'Heritage Touring Cars'), (5, 'Porsche Carrera Cup Australia'), (6, 'TOYOTA GAZOO Racing Australia GR CUP'),
  (7, 'Tyrepower V8 SuperUte Series'), (8, 'Australian Superbike Championship');

create table races (
  id integer primary key,
  weekend_id integer not null,
  name text not null,
  category_id integer not null,
  status text not null default 'upcoming',
  starts_at timestamptz,
  session_type text,
  race_number integer
);
create index races_weekend on races (weekend_id);

create table cars (
  id integer primary key,
  weekend_id integer not null,
  number integer not null,
  driver text not null,
  team text not null,
  plate text not null,
  category_id integer not null,
  withdrawn boolean not null default false
);
create index cars_weekend on cars (weekend_id);

-- When a race locks, and whether its webhook deliveries have been created.
create table session_locks (
  race_id integer primary key,
  weekend_id integer not null,
  locks_at timestamptz,
  is_published boolean not null default false
);
create index session_locks_due on session_locks (locks_at) where not is_published;
create index session_locks_weekend on session_locks (weekend_id);

/* Results. */

-- Every revision stays as it was published; the highest one is the result.
create table result_revisions (
  race_id integer not null,
  revision integer not null,
  weekend_id integer not null,
  status text not null check (status in ('provisional', 'official', 'amended', 'cancelled')),
  reason text,
  classification jsonb not null,
  published_at timestamptz not null,
  published_by text not null,
  primary key (race_id, revision)
);
create index result_revisions_weekend on result_revisions (weekend_id);

-- Writes that lock a race, from before the call to tipping until their outcome is known. The transaction that decides it
-- removes the row and publishes the outcome (ADR 8).
create table provisional_locks (
  id uuid primary key,
  race_id integer not null,
  started_at timestamptz not null default clock_timestamp(),
  weekend_id integer not null
);
create index provisional_locks_started_at on provisional_locks (started_at);

-- Locks that race control has set for races that started early, as the event carries them.
create table race_locks (
  race_id integer primary key,
  weekend_id integer not null,
  locks_at timestamptz not null,
  reopened integer not null,
  revision integer
);
create index race_locks_of_weekend on race_locks (weekend_id);

/* The audit log. It is read newest first with each of its filters, and paged by id. */

create table audit_entries (
  id bigint generated always as identity primary key,
  action_id uuid not null unique,
  at timestamptz not null,
  actor_id text not null,
  actor_username text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb
);
create index audit_entries_action on audit_entries (action, id);
create index audit_entries_actor on audit_entries (actor_id, id);
create index audit_entries_subject on audit_entries (subject_type, subject_id, id);
create index audit_entries_at on audit_entries (at, id);

/* Webhooks. */

create table webhooks (
  id integer generated always as identity primary key,
  url text not null,
  host text not null, -- concurrent deliveries are limited per host
  events text[] not null,
  secret text not null, -- in clear, because it signs deliveries
  created_at timestamptz not null default clock_timestamp()
);

-- Replaced secrets, which sign deliveries too until they expire.
create table webhook_previous_secrets (
  webhook_id integer not null references webhooks on delete cascade,
  secret text not null,
  expires_at timestamptz not null,
  primary key (webhook_id, secret)
);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id integer not null references webhooks on delete cascade,
  type text not null,
  cause text not null, -- the event: a webhook has one delivery of each
  weekend_id integer,
  at timestamptz not null default clock_timestamp(),
  data json, -- null once it is delivered or has failed
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  status integer,
  error text,
  next_attempt_at timestamptz default clock_timestamp(),
  leased_until timestamptz, -- during an attempt
  unique (webhook_id, cause)
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, at desc);
create index webhook_deliveries_at on webhook_deliveries (at);

-- The latest board of a weekend until its deliveries are created, and when those of the last one were.
create table webhook_boards (
  weekend_id integer primary key,
  version integer not null,
  cause text not null,
  changed_at timestamptz not null,
  data json,
  published_at timestamptz
);

/*
 * Live timing. A race has a row in `timing_sessions` from its first source or snapshot on. `latest` is its newest
 * snapshot, `visible` what fans see: both are in the cache and saved here every few seconds.
 */

-- Whether administrators have paused live timing.
create table live_timing (
  only_row boolean primary key default true check (only_row),
  is_paused boolean not null default false
);
insert into live_timing default values;

create table timing_sessions (
  race_id integer primary key,
  weekend_id integer not null,
  generation integer not null default 1, -- rises with each new source: the history is that of the present one
  is_running boolean not null default false,
  started_at timestamptz,
  last_snapshot_at timestamptz,
  ended_at timestamptz,
  published_generation integer,
  latest jsonb,
  visible jsonb,
  publish_automatically boolean not null default false
);
create index timing_sessions_of_weekend on timing_sessions (weekend_id);

-- The process that has the lease listens to the source; each change of owner raises `epoch`.
create table timing_sources (
  race_id integer primary key references timing_sessions on delete cascade,
  kind text not null check (kind in ('push', 'ndjson', 'natsoft')),
  url text,
  start_automatically boolean not null,
  publish_automatically boolean not null,
  state text not null default 'idle' check (state in ('idle', 'connecting', 'receiving', 'failing')),
  error text,
  last_snapshot_at timestamptz,
  received bigint not null default 0,
  skipped bigint not null default 0,
  sessions jsonb not null default '[]', -- what the feed offers; `picked` is the one of this race
  picked text,
  owner text,
  epoch integer not null default 0,
  expires_at timestamptz not null default '-infinity'
);

create table timing_car_matches (
  race_id integer not null references timing_sessions on delete cascade,
  number text not null,
  car_id integer not null,
  primary key (race_id, number)
);

create table timing_laps (
  race_id integer not null references timing_sessions on delete cascade,
  plate text not null,
  lap integer not null,
  position integer not null,
  lap_ms double precision,
  gap_ms double precision,
  in_pit boolean not null,
  at timestamptz not null,
  generation integer not null default 1,
  primary key (race_id, generation, plate, lap)
);

-- Flags and messages of race control.
create table timing_control (
  id bigint generated always as identity primary key,
  race_id integer not null references timing_sessions on delete cascade,
  at timestamptz not null,
  lap integer not null,
  flag text not null,
  message text,
  generation integer not null default 1
);
create index timing_control_of_race on timing_control (race_id, generation, id);

/*
 * Reports. `due_at` is when a worker may take one: a waiting report from then on; a running one if its worker has not
 * extended it. `attempts` counts the workers: one that was replaced sees it and stops.
 */

create table reports (
  id integer generated always as identity primary key,
  weekend_id integer not null,
  filename text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  progress integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  pages integer,
  bytes integer,
  error text,
  content bytea,
  created_at timestamptz not null default clock_timestamp()
);
create unique index reports_one_in_progress on reports (weekend_id) where state in ('waiting', 'running');
create index reports_weekend on reports (weekend_id, id);
create index reports_due on reports (due_at) where state in ('waiting', 'running');
