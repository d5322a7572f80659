import type { Database } from '@purple-sector/database'

/* Copies of what identity and weekends own. A race is kept as it was told: it is shown whole. */
const copies = `
create table users (
  id text primary key,
  username text,
  first_name text,
  last_name text,
  verified_email text,
  avatar_config jsonb
);
create table weekends (
  id integer primary key,
  name text not null,
  start_date date not null
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
  session_type text not null,
  starts_at timestamptz,
  state jsonb not null
);
create index races_weekend on races (weekend_id);
`

/*
 * The counts are changed with the members, under the group's row: a list of groups costs the same whatever their size.
 * Points are kept by the id of their category. A selection keeps the ids of races that were deleted.
 */
const groups = `
create table groups (
  id integer generated always as identity primary key,
  weekend_id integer not null,
  name text not null,
  description text not null,
  is_private boolean not null,
  creator_id text not null,
  invite_code text not null unique,
  selected_race_ids integer[] not null,
  auto_approve_invites boolean not null,
  hide_points_until_approved boolean not null,
  prevent_points_until_approved boolean not null,
  lock_tips_after_first_event boolean not null,
  use_custom_point_system boolean not null,
  custom_point_system jsonb not null,
  member_count integer not null default 0,
  pending_count integer not null default 0,
  created_at timestamptz not null
);
create index groups_weekend on groups (weekend_id);
create index groups_creator on groups (creator_id);
`

/* Who was rejected needs a new invitation (docs/rules.md, Groups). */
const members = `
create table members (
  group_id integer not null references groups on delete cascade,
  user_id text not null,
  role text not null check (role in ('admin', 'member')),
  approval_status text not null check (approval_status in ('pending', 'approved')),
  joined_at timestamptz not null,
  approved_at timestamptz,
  primary key (group_id, user_id)
);
create index members_user on members (user_id, group_id);
create table rejections (
  group_id integer not null references groups on delete cascade,
  user_id text not null,
  primary key (group_id, user_id)
);
create index rejections_user on rejections (user_id);
`

export const up = async (sql: Database): Promise<void> => {
  for (const statements of [copies, groups, members]) await sql.raw(statements)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
