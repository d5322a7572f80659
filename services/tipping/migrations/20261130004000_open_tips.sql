-- Tips of the open competition that are handed in for groups too (docs/rules.md, Tips).

alter table published_memberships add column uses_open_tips boolean not null default false;
create index published_memberships_using_open_tips on published_memberships (user_id) where uses_open_tips;

alter table tips add column is_copy boolean not null default false;

-- Members whose open tips have to be copied into a scope: it has opened, its rules or their setting have changed. Rows are
-- only inserted and deleted, and no key makes one transaction wait for another.
create table open_tips_to_copy (
  id bigint generated always as identity primary key,
  scope_id bigint not null,
  user_id text collate "C" not null
);
