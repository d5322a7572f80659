import type { Database } from '@purple-sector/database'

const tables = `
create table webhooks (
  id integer generated always as identity primary key,
  url text not null,
  -- As its deliveries are counted: so many at once to each.
  host text not null,
  events text[] not null,
  -- What signs has to be known: it is kept as it is, and told once.
  secret text not null,
  created_at timestamptz not null default clock_timestamp()
);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id integer not null references webhooks on delete cascade,
  type text not null,
  -- The event it tells: of each a webhook has one delivery.
  cause text not null,
  weekend_id integer,
  at timestamptz not null default clock_timestamp(),
  -- Nobody's any more once it is delivered or given up.
  data json,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  status integer,
  error text,
  next_attempt_at timestamptz default clock_timestamp(),
  -- While somebody is at it.
  leased_until timestamptz,
  unique (webhook_id, cause)
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, at desc);
create index webhook_deliveries_at on webhook_deliveries (at);

-- The latest board of a weekend, until it is told; when the last one was.
create table webhook_boards (
  weekend_id integer primary key,
  version integer not null,
  cause text not null,
  changed_at timestamptz not null,
  data json,
  told_at timestamptz
);

-- When a session locks, as tipping tells it, and whether that was told.
create table session_locks (
  race_id integer primary key,
  weekend_id integer not null,
  locks_at timestamptz,
  is_told boolean not null default false
);
create index session_locks_due on session_locks (locks_at) where not is_told;
create index session_locks_weekend on session_locks (weekend_id);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
