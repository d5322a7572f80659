import type { Database } from '@purple-sector/database'

const tables = `
-- What somebody may share of a weekend: one of each type and state of its figures. The picture is drawn from these.
create table share_templates (
  id integer generated always as identity primary key,
  user_id text not null,
  weekend_id integer not null,
  -- Of which group it tells, with which it goes.
  group_id integer,
  template_type text not null,
  figures jsonb not null,
  state text not null,
  content text not null,
  hashtags text[] not null,
  -- What the addresses of its picture and its page end with: nobody guesses it.
  name text not null unique,
  share_count integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, weekend_id, template_type, state)
);
create index share_templates_weekend on share_templates (weekend_id);
create index share_templates_group on share_templates (group_id) where group_id is not null;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
