import type { Database } from '@purple-sector/database'

/*
 * Only states have a sequence, and a row of their subject that counts it; a fact has neither. Who appends says which of
 * both an event is.
 */
const columns = `
alter table outbox alter column sequence drop not null;
alter table outbox_dead_letters alter column sequence drop not null;
drop function outbox_append(text, text, text, json, text, text);
drop function outbox_append_many(outbox_entry[], text, text, text[]);
drop type outbox_entry;
create type event_kind as enum ('state', 'fact');
create type outbox_entry as (kind event_kind, type text, subject text, key text, data json);
`

const outboxAppend = `
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
`

// Keys are locked in their own order by everybody, so two batches cannot deadlock.
const outboxAppendMany = `
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
`

const FACTS = [
  'identity.sessions-revoked.v1',
  'weekends.admin-acted.v1',
  'tipping.tips-removed.v1',
  'tipping.board-changed.v1',
  'tipping.session-scored.v1',
]
  .map((type) => `'${type}'`)
  .join()

/**
 * What was a fact all along becomes one. Nobody reads the topics of before to their end: every consumer asks for the
 * present states once more.
 */
const presentFacts = `
update outbox set sequence = null, republish = null where type in (${FACTS});
update outbox_dead_letters set sequence = null, republish = null where type in (${FACTS});
delete from outbox_subjects where subject ~ '^(sessions-of|audit|tips-of|board|scored)/';
delete from bootstraps;
`

export const up = async (sql: Database): Promise<void> => {
  for (const statements of [columns, outboxAppend, outboxAppendMany, presentFacts]) await sql.raw(statements)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
