import type { Database } from '@purple-sector/database'

/*
 * `deliveries`: one row per event and interested durable subscriber, until it is handled. `lane` is topic and key: the
 * rows of one (consumer, lane) are handled in the order of their ids; a failing one blocks only later ones of its lane.
 */
const tables = `
create schema if not exists bus;
create table if not exists bus.subscribers (
  consumer text not null,
  topic text not null,
  types text[] not null,
  primary key (consumer, topic)
);
create table if not exists bus.deliveries (
  id bigint generated always as identity primary key,
  consumer text not null,
  lane text not null,
  event json not null,
  tries integer not null default 0,
  first_failed_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000);
create index if not exists deliveries_of_consumer on bus.deliveries (consumer, id);
create table if not exists bus.dead_letters (
  id bigint generated always as identity primary key,
  consumer text not null,
  topic text not null,
  lane text not null,
  event json not null,
  error text not null,
  stack text,
  tries integer not null,
  failed_at timestamptz not null default now()
);
create index if not exists dead_letters_of_lane on bus.dead_letters (consumer, lane, id);
`

/** Creates the schema `bus` if it is missing. */
export const createBusTables = (database: Database): Promise<void> =>
  database.transaction(async (sql) => {
    await sql.raw(`select pg_advisory_xact_lock(hashtextextended('in-process bus', 0))`)
    await sql.raw(tables)
  })
