import type { Database } from '@purple-sector/database'

const tables = `
-- Copies of what weekends owns.
create table races (
  id integer primary key,
  weekend_id integer not null,
  name text not null,
  category text not null
);
create index races_weekend on races (weekend_id);
create table cars (
  id integer primary key,
  weekend_id integer not null,
  category text not null,
  number integer not null,
  driver text not null,
  team text not null
);
create index cars_weekend on cars (weekend_id);

-- Every revision stays as it was published; the highest is the result.
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
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
