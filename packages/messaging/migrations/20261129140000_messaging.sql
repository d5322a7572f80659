/*
 * The outbox: events that were appended in the transaction of their cause and are not published yet. An id is given while
 * the row of the event's key is locked, so the ids of one key commit in order. Ids of different keys commit in any order:
 * nothing may read "everything after the last id".
 */

create table outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null default uuidv7(),
  type text not null,
  subject text not null,
  key text not null,
  sequence bigint, -- of a state, per subject; a fact has none
  time timestamptz not null default clock_timestamp(),
  data json not null,
  traceparent text,
  republish text
) with (autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000);

create table outbox_keys (key text primary key);

-- The last sequence of each subject, raised under its own lock: sequences have no gaps and no duplicates.
create table outbox_subjects (
  subject text primary key,
  sequence bigint not null
) with (fillfactor = 80);

-- Events that the bus rejected, so that those behind them are published.
create table outbox_dead_letters (
  id bigint generated always as identity primary key,
  event_id uuid not null,
  type text not null,
  subject text not null,
  key text not null,
  sequence bigint,
  time timestamptz not null,
  data json not null,
  traceparent text,
  republish text,
  error text not null,
  failed_at timestamptz not null default clock_timestamp()
);

-- Which process publishes the outbox; each change of owner raises `epoch`.
create table relay_lease (
  only_row boolean primary key default true check (only_row),
  owner text,
  epoch bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
) with (fillfactor = 50);
insert into relay_lease default values;

create type event_kind as enum ('state', 'fact');
create type outbox_entry as (kind event_kind, type text, subject text, key text, data json);

create function outbox_append(
  p_kind event_kind, p_type text, p_subject text, p_key text, p_data json,
  p_traceparent text default null, p_republish text default null
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
  if p_kind = 'state' then
    insert into outbox_subjects as s (subject, sequence) values (p_subject, 1)
      on conflict (subject) do update set sequence = s.sequence + 1
      returning s.sequence into v_sequence;
  end if;
  return query
    insert into outbox as o (type, subject, key, sequence, data, traceparent, republish)
    values (p_type, p_subject, p_key, v_sequence, p_data, p_traceparent, p_republish)
    returning o.event_id, o.sequence;
end $$;

-- Every batch locks its keys in the same order, so two batches cannot deadlock.
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
  with states as materialized (
    select e.*, row_number() over (partition by e.subject order by e.place) as nth,
      count(*) over (partition by e.subject) as of_subject
    from unnest(p_entries) with ordinality e (kind, type, subject, key, data, place)
    where e.kind = 'state'
  ), raised as (
    insert into outbox_subjects as s (subject, sequence)
    select subject, of_subject from states where nth = 1 order by subject
    on conflict (subject) do update set sequence = s.sequence + excluded.sequence
    returning s.subject, s.sequence
  )
  insert into outbox (type, subject, key, sequence, data, traceparent, republish)
  select e.type, e.subject, e.key, e.sequence, e.data, coalesce(p_traceparents[e.place::int], p_traceparent), p_republish
  from (
    select type, subject, key, r.sequence - s.of_subject + s.nth as sequence, data, place
    from states s join raised r using (subject)
    union all
    select type, subject, key, null, data, place
    from unnest(p_entries) with ordinality e (kind, type, subject, key, data, place) where e.kind = 'fact'
  ) e
  order by e.place;
  get diagnostics v_appended = row_count;
  if v_appended < cardinality(p_entries) then
    raise exception 'an event must be a state or a fact';
  end if;
  return v_appended;
end $$;

/* Consumers: what they have handled, and how far their copies of other services' states are. */

create table inbox (
  consumer text not null,
  event_id uuid not null,
  republish text,
  handled_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
create index inbox_republish on inbox (consumer, republish) where republish is not null;
create index inbox_handled_at on inbox using brin (handled_at);

-- The newest sequence of each state that a consumer has handled.
create table projections (
  consumer text not null,
  type text not null,
  subject text not null,
  sequence bigint not null,
  primary key (consumer, type, subject)
);

-- Requests of a consumer to an owner to republish its states.
create table bootstraps (
  consumer text not null,
  owner text not null,
  types text[] not null,
  request_id text not null,
  expected bigint,
  dead_lettered bigint not null default 0,
  asked_at timestamptz not null,
  completed_at timestamptz,
  primary key (consumer, owner)
);

create table deleted_subjects (
  subject text primary key,
  deleted_at timestamptz not null default now()
);

/*
 * Locks a subject and then reads whether it was deleted, in one round trip: each statement of a volatile function sees
 * what has been committed by then, also by the transaction that it waited for. Takes the same lock as `lockSubject` of
 * packages/database.
 */
create function lock_and_check_deleted(p_is_shared boolean, p_subject text) returns boolean language plpgsql volatile as $$
declare
  v_lock bigint := hashtextextended(concat(current_schema(), '/', p_subject), 0);
begin
  if p_is_shared then
    perform pg_advisory_xact_lock_shared(v_lock);
  else
    perform pg_advisory_xact_lock(v_lock);
  end if;
  return exists (select from deleted_subjects d where d.subject = p_subject);
end $$;
