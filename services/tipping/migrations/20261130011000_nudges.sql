-- Whether admins of their groups may nudge a fan to tip.
alter table users add column nudges boolean not null default true;

-- Groups whose members were nudged to tip in a weekend: once each.
create table nudges (
  group_id integer not null,
  weekend_id integer not null,
  nudged_at timestamptz not null,
  primary key (group_id, weekend_id)
);
create index nudges_weekend on nudges (weekend_id);
