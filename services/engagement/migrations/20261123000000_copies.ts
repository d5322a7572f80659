import type { Database } from '@purple-sector/database'

const tables = `
-- Copies of what other services own.
create table users (
  id text primary key,
  verified_email text,
  username text,
  first_name text,
  last_name text,
  profile_image_url text,
  avatar_config jsonb
);
create table weekends (
  id integer primary key,
  name text not null,
  status text not null,
  start_date date not null,
  end_date date not null,
  time_zone text not null,
  product_race_ids integer[] not null
);
create table categories (
  id integer primary key,
  name text not null,
  short_name text not null,
  aliases text[] not null,
  list_order integer not null
);
create table races (
  id integer primary key,
  weekend_id integer not null,
  category_id integer not null,
  name text not null,
  session_type text not null,
  status text not null,
  starts_at timestamptz,
  deadline timestamptz,
  points jsonb not null,
  reopened integer not null
);
create index races_weekend on races (weekend_id);
create table cars (
  id integer primary key,
  weekend_id integer not null,
  category_id integer not null,
  number integer not null,
  plate text not null,
  driver text not null,
  team text not null,
  status text not null,
  withdrawn boolean not null
);
create index cars_weekend on cars (weekend_id, category_id);
create table results (
  race_id integer primary key,
  weekend_id integer not null,
  revision integer not null,
  status text not null,
  classification jsonb not null,
  published_at timestamptz not null
);
create index results_weekend on results (weekend_id);
create table groups (
  id integer primary key,
  weekend_id integer not null,
  name text not null,
  creator_id text not null,
  selected_race_ids integer[] not null
);
create index groups_weekend on groups (weekend_id);
create table memberships (
  group_id integer not null,
  user_id text not null,
  joined_at timestamptz not null,
  is_approved boolean not null,
  primary key (group_id, user_id)
);
create index memberships_user on memberships (user_id);

-- The tip of somebody in a category of a scope as it now stands: no group is the open competition.
create table tips (
  id integer primary key,
  weekend_id integer not null,
  category_id integer not null,
  group_id integer,
  user_id text not null,
  car_id integer not null,
  submitted_at timestamptz not null
);
create index tips_category on tips (weekend_id, category_id, group_id, user_id);
create index tips_user on tips (user_id, weekend_id);
create index tips_car on tips (car_id);

-- What was written in chats, as far as it can be reacted to: who wrote it, and where.
create table messages (
  id integer primary key,
  weekend_id integer,
  group_id integer,
  user_id text not null
);
create index messages_group on messages (group_id) where group_id is not null;
create index messages_weekend on messages (weekend_id) where weekend_id is not null;

-- Weekends and groups that were deleted, and of which rows are still to be removed.
create table scopes_to_remove (
  type text not null check (type in ('weekend', 'group')),
  id integer not null,
  primary key (type, id)
);
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(tables)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
