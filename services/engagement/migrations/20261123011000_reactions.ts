import type { Database } from '@purple-sector/database'

const tables = `
-- Who reacted how to the result of a race, or to a message of a chat.
create table reactions (
  id bigint generated always as identity,
  subject_type text not null check (subject_type in ('result', 'message')),
  subject_id integer not null,
  user_id text not null,
  reaction text not null,
  weekend_id integer not null,
  group_id integer,
  created_at timestamptz not null,
  primary key (subject_type, subject_id, user_id, reaction)
);
create index reactions_latest on reactions (weekend_id, id);
create index reactions_user on reactions (user_id);
create index reactions_group on reactions (group_id) where group_id is not null;

-- How often something was reacted to, as it was last told. What came since is in the changes, so that those who react to
-- the same at the same moment do not wait for each other.
create table reaction_counts (
  subject_type text not null,
  subject_id integer not null,
  weekend_id integer not null,
  group_id integer,
  fire integer not null,
  applause integer not null,
  wow integer not null,
  heartbreak integer not null,
  laugh integer not null,
  told_at timestamptz not null,
  primary key (subject_type, subject_id)
);
create index reaction_counts_weekend on reaction_counts (weekend_id);
create index reaction_counts_group on reaction_counts (group_id) where group_id is not null;
create table reaction_changes (
  id bigint generated always as identity,
  subject_type text not null,
  subject_id integer not null,
  weekend_id integer not null,
  group_id integer,
  reaction text not null,
  given integer not null check (given in (-1, 1)),
  primary key (subject_type, subject_id, id)
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
