import type { Database } from '@purple-sector/database'

/*
 * How an event gets an id and a place:
 * - the row of its key is locked before the outbox row is inserted, so the ids of one key commit in order;
 * - the row of its subject is raised under its own lock, so `sequence` has neither gaps nor twins.
 * Ids of different keys commit in any order: nothing may ever read "everything after the last id".
 */
const outboxTables = `
create table outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null default uuidv7(),
  type text not null,
  subject text not null,
  key text not null,
  sequence bigint not null,
  time timestamptz not null default clock_timestamp(),
  data json not null,
  traceparent text,
  republish text
) with (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000);
create table outbox_keys (key text primary key);
create table outbox_subjects (subject text primary key, sequence bigint not null) with (fillfactor = 80);
create table relay_lease (
  only_row boolean primary key default true check (only_row),
  owner text,
  epoch bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
) with (fillfactor = 50);
insert into relay_lease default values;
create type outbox_entry as (type text, subject text, key text, data json);
`

const outboxAppend = `
create function outbox_append(
  p_type text, p_subject text, p_key text, p_data json, p_traceparent text default null, p_republish text default null
) returns table (event_id uuid, sequence bigint) language plpgsql as $$
declare
  v_sequence bigint;
begin
  perform 1 from outbox_keys k where k.key = p_key for update;
  if not found then
    insert into outbox_keys (key) values (p_key) on conflict do nothing;
    if not found then
      perform 1 from outbox_keys k where k.key = p_key for update;
    end if;
  end if;
  insert into outbox_subjects as s (subject, sequence) values (p_subject, 1)
    on conflict (subject) do update set sequence = s.sequence + 1
    returning s.sequence into v_sequence;
  return query
    insert into outbox as o (type, subject, key, sequence, data, traceparent, republish)
    values (p_type, p_subject, p_key, v_sequence, p_data, p_traceparent, p_republish)
    returning o.event_id, o.sequence;
end $$;
`

// Keys are locked in their own order by everybody, so two batches cannot deadlock.
const outboxAppendMany = `
create function outbox_lock_keys(p_keys text[]) returns void language plpgsql as $$
declare
  v_locked bigint;
begin
  select count(*) into v_locked from
    (select 1 from outbox_keys k where k.key = any(p_keys) order by k.key for update) locked;
  if v_locked < cardinality(p_keys) then
    insert into outbox_keys (key) select k from unnest(p_keys) k order by k on conflict do nothing;
    perform 1 from outbox_keys k where k.key = any(p_keys) order by k.key for update;
  end if;
end $$;

create function outbox_append_many(
  p_entries outbox_entry[], p_traceparent text default null, p_republish text default null,
  p_traceparents text[] default null
) returns bigint language plpgsql as $$
declare
  v_appended bigint;
begin
  perform outbox_lock_keys(array(select distinct e.key from unnest(p_entries) e));
  with entries as materialized (
    select e.*, row_number() over (partition by e.subject order by e.place) as nth,
      count(*) over (partition by e.subject) as of_subject
    from unnest(p_entries) with ordinality e (type, subject, key, data, place)
  ), raised as (
    insert into outbox_subjects as s (subject, sequence)
    select subject, of_subject from entries where nth = 1 order by subject
    on conflict (subject) do update set sequence = s.sequence + excluded.sequence
    returning s.subject, s.sequence
  )
  insert into outbox (type, subject, key, sequence, data, traceparent, republish)
  select e.type, e.subject, e.key, r.sequence - e.of_subject + e.nth, e.data,
    coalesce(p_traceparents[e.place::int], p_traceparent), p_republish
  from entries e join raised r using (subject)
  order by e.place;
  get diagnostics v_appended = row_count;
  return v_appended;
end $$;
`

const consumerTables = `
create table inbox (
  consumer text not null,
  event_id uuid not null,
  republish text,
  handled_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index inbox_republish on inbox (consumer, republish) where republish is not null;
create index inbox_age on inbox using brin (handled_at);
create table projections (
  consumer text not null,
  type text not null,
  subject text not null,
  sequence bigint not null,
  primary key (consumer, type, subject)
);
create table bootstraps (
  consumer text not null,
  owner text not null,
  types text[] not null,
  request_id text not null,
  expected bigint,
  given_up bigint not null default 0,
  asked_at timestamptz not null,
  completed_at timestamptz,
  primary key (consumer, owner)
);
create table deleted_subjects (
  subject text primary key,
  deleted_at timestamptz not null default now()
);
`

/** Older databases have these tables from the first migrations of their services. */
const isThere = async (sql: Database): Promise<boolean> => {
  const { rows } = await sql.raw<{ rows: { table: string | null }[] }>(`select to_regclass('outbox') as table`)
  return rows[0]?.table != null
}

/** Needs PostgreSQL 18 (`uuidv7()`). */
export const up = async (sql: Database): Promise<void> => {
  if (await isThere(sql)) return
  for (const statements of [outboxTables, outboxAppend, outboxAppendMany, consumerTables]) await sql.raw(statements)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
