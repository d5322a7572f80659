import type { Database } from '@purple-sector/database'

/*
 * Who delivers live timing, session by session; which source of several is the present one says the generation of its
 * timing session. The lease says which process listens to it: each change of hands raises `epoch`.
 *
 * A session of a feed is known by the kind and number of ours and by any name of its category: weekends is asked for them
 * at the next start, where no mark says that the copies were filled.
 */
const sources = `
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
  sessions jsonb not null default '[]',
  picked text,
  owner text,
  epoch integer not null default 0,
  expires_at timestamptz not null default '-infinity'
);

alter table races add column session_type text, add column race_number integer;
alter table categories add column other_names jsonb not null default '[]';
do $$ begin
  if to_regclass('bootstraps') is not null then
    delete from bootstraps where consumer = 'admin' and owner = 'weekends';
  end if;
end $$;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(sources)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
