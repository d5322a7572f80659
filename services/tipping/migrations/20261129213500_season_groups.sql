/*
 * Groups that continue with every weekend of a season, or did: they have a scope in many weekends. A group without a row
 * has one scope, and that is in its weekend.
 */
create table season_groups (
  group_id integer primary key,
  weekend_id integer, -- its current weekend; null while it waits for the next round
  all_season boolean not null,
  season_id integer,
  count_best integer, -- rounds that count; null: all
  missed_weekend text,
  late_joiners text
);
create index season_groups_season on season_groups (season_id) where all_season;

drop index scopes_one_per_group;
create unique index scopes_one_per_group_and_weekend on scopes (group_id, weekend_id)
  where group_id is not null and not deleted;

-- Null: a member of a season group, in every weekend of it. `began_at` is when tipping stored this joining.
alter table published_memberships
  alter weekend_id drop not null,
  add column began_at timestamptz not null default clock_timestamp();
update published_memberships published set began_at = present.joined_at
from (
  select scopes.group_id, member.user_id, member.published_joined_at, min(member.joined_at) as joined_at
  from memberships member join scopes on scopes.id = member.scope_id and not scopes.deleted
  where member.left_at is null group by scopes.group_id, member.user_id, member.published_joined_at
) present
where present.group_id = published.group_id and present.user_id = published.user_id
  and present.published_joined_at = published.joined_at;
create index published_memberships_of_user on published_memberships (user_id);

-- Whether the membership ended because the account was deleted: its rows and points stay.
alter table memberships add column account_deleted boolean not null default false;
create index memberships_ended_of_user on memberships (user_id) where left_at is not null;
