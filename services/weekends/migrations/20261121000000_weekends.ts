import type { Database } from '@purple-sector/database'

/* At most one weekend is live, whoever asks and however often at once (docs/rules.md, Weekends). */
const weekends = `
create table weekends (
  id integer generated always as identity primary key,
  name text not null,
  description text not null,
  venue text not null,
  start_date date not null,
  end_date date not null,
  time_zone text not null,
  status text not null check (status in ('inactive', 'live', 'completed')),
  is_active boolean not null,
  product_race_ids integer[] not null default '{}',
  check (start_date <= end_date)
);
create unique index weekends_one_live on weekends ((true)) where status = 'live';
`

/* Pictures are kept once however many sessions show them: a duplicated weekend shares those of its original. */
const images = `
create table images (
  id integer generated always as identity primary key,
  sha256 text not null unique,
  type text not null,
  bytes bytea not null
);
`

/*
 * `own_lock_at` is what this service itself knows of the session's lock, `session_locks` what tipping told: see
 * src/races/session-lock.ts. `points` is null for the points of the category.
 */
const races = `
create table races (
  id integer generated always as identity primary key,
  weekend_id integer not null references weekends on delete cascade,
  name text not null,
  category text not null,
  session_type text not null,
  race_number integer not null,
  status text not null check (status in ('upcoming', 'running', 'completed')),
  starts_at timestamptz,
  description text not null,
  distance text not null,
  track text not null,
  points jsonb,
  image_id integer references images on delete set null,
  completed_at timestamptz,
  own_lock_at timestamptz,
  reopened integer not null default 0,
  reopened_at timestamptz,
  result_revision integer,
  result_status text
);
create index races_weekend on races (weekend_id);
create index races_image on races (image_id) where image_id is not null;
create table session_locks (
  race_id integer primary key,
  locks_at timestamptz
);
`

/* A car is entered in a category of a weekend, once per number; withdrawn, it keeps its row (docs/rules.md, Cars). */
const cars = `
create table cars (
  id integer generated always as identity primary key,
  weekend_id integer not null references weekends on delete cascade,
  category text not null,
  race_id integer references races on delete set null,
  number integer not null,
  name text not null,
  driver text not null,
  co_driver text,
  team text not null,
  manufacturer text not null,
  model text,
  class text,
  status text not null check (status in ('active', 'crashed', 'dnf', 'retired')),
  withdrawn boolean not null default false,
  constraint cars_one_per_number unique (weekend_id, category, number)
);
create index cars_race on cars (race_id);
`

export const up = async (sql: Database): Promise<void> => {
  for (const statements of [weekends, images, races, cars]) await sql.raw(statements)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
