/* Copies of what identity and weekends own. */

create table users (
  id text primary key,
  username text,
  first_name text,
  last_name text,
  verified_email text,
  avatar_config jsonb
);
create index users_verified_email on users (lower(verified_email)) where verified_email is not null;

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
  state jsonb not null -- the race as published, which replies contain as it is
);
create index races_weekend on races (weekend_id);

/* Groups and their members. */

create table groups (
  id integer generated always as identity primary key,
  weekend_id integer not null,
  name text not null,
  description text not null,
  is_private boolean not null,
  creator_id text not null,
  invite_code text not null unique,
  selected_race_ids integer[] not null, -- deleted races included
  auto_approve_invites boolean not null,
  hide_points_until_approved boolean not null,
  prevent_points_until_approved boolean not null,
  lock_tips_after_first_event boolean not null,
  use_custom_point_system boolean not null,
  custom_point_system jsonb not null, -- by the id of the category
  -- Changed with the members, while the group is locked: a list of groups costs the same whatever their size.
  member_count integer not null default 0,
  pending_count integer not null default 0,
  created_at timestamptz not null
);
create index groups_weekend on groups (weekend_id);
create index groups_creator on groups (creator_id);

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

-- A rejected user needs an invitation that is newer than the rejection (docs/rules.md, Groups).
create table rejections (
  group_id integer not null references groups on delete cascade,
  user_id text not null,
  rejected_at timestamptz not null default clock_timestamp(),
  primary key (group_id, user_id)
);
create index rejections_user on rejections (user_id);

-- Ends of memberships that are committed and perhaps not yet applied by tipping: `published` is the input of the call.
-- `user_id` is null for the end of a whole group. Usually empty.
create table pending_membership_ends (
  id bigint generated always as identity primary key,
  group_id bigint not null,
  user_id text,
  published json not null,
  committed_at timestamptz not null default clock_timestamp()
);
create index pending_membership_ends_group on pending_membership_ends (group_id);

/* Invitations. */

create table invitations (
  id integer generated always as identity primary key,
  group_id integer not null references groups on delete cascade,
  inviter_id text not null,
  invitee_id text, -- null until a user has verified the address
  invitee_email text,
  status text not null check (status in ('pending', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null default now(),
  check (invitee_id is not null or invitee_email is not null)
);
-- One pending invitation per group and invitee.
create unique index invitations_person on invitations (group_id, invitee_id)
  where status = 'pending' and invitee_id is not null;
create unique index invitations_address on invitations (group_id, lower(invitee_email))
  where status = 'pending' and invitee_email is not null;
create index invitations_invitee on invitations (invitee_id);
create index invitations_unclaimed on invitations (lower(invitee_email)) where status = 'pending' and invitee_id is null;
create index invitations_inviter on invitations (inviter_id) where status = 'pending';
create index invitations_group on invitations (group_id, status);

-- When a user invited, for the limit; apart from the invitations, which are deleted with their groups.
create table invitations_sent (
  user_id text primary key,
  times timestamptz[] not null
);

-- Pending mails, as packages/mail reads them. A row has what a mail is about; its text is rendered when it is sent.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  about text,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0
);
create index mails_due on mails (due_at);
