/* Copies of seasons, and of what weekends say of their rounds. */

create table seasons (
  id integer primary key,
  count_best integer,
  missed_weekend text not null
);

alter table weekends
  add column end_date date,
  add column status text not null default 'inactive',
  add column is_active boolean not null default false,
  add column time_zone text not null default 'Australia/Sydney',
  add column season_id integer,
  add column round integer,
  -- Counts changes that may concern season groups, and how many of them the groups have followed, when.
  add column changes bigint not null default 1,
  add column followed_changes bigint not null default 0,
  add column followed_at timestamptz not null default '-infinity';
update weekends set end_date = start_date;
alter table weekends alter column end_date set not null;
create index weekends_season on weekends (season_id) where season_id is not null;

/* Season groups. */

alter table groups
  alter column weekend_id drop not null, -- of a season group the current one; null while it waits for its next round
  add column season_id integer,
  add column season_count_best integer,
  add column season_missed_weekend text,
  add column season_late_joiners text,
  -- Whether a counting race has locked that the group may have left out since: its season's rules are fixed.
  add column has_season_started boolean not null default false,
  -- The weekend in which it became a season group, and where that stood in the season: it continues with later ones.
  add column first_weekend_id integer,
  add column first_start_date date,
  add column first_round integer,
  -- What a new weekend selects: sessions as '1/race1', by category and type; null for all. The ids they were chosen by
  -- stand for them in a weekend without such sessions, because a selection saved empty means all.
  add column followed_sessions text[],
  add column followed_race_ids integer[] not null default '{}';
create index groups_season on groups (season_id, id) where season_id is not null;

-- A weekend that a group has a leaderboard in.
create table group_weekends (
  group_id integer not null references groups on delete cascade,
  weekend_id integer not null,
  opened bigint generated always as identity, -- the order in which they were opened
  selected_race_ids integer[] not null, -- deleted races included; empty means all
  followed_sessions text[], -- sessions that it selects, also ones entered later; null once the admin has selected
  primary key (group_id, weekend_id)
);
create index group_weekends_weekend on group_weekends (weekend_id, group_id);
insert into group_weekends (group_id, weekend_id, selected_race_ids)
select id, weekend_id, selected_race_ids from groups order by id;
alter table groups drop column selected_race_ids;

-- Deleted weekends whose groups have not all left them yet, and deleted seasons that still have groups. Usually empty.
create table pending_weekend_removals (weekend_id integer primary key);
insert into pending_weekend_removals
select distinct weekend_id from groups where exists (
  select from deleted_subjects where subject = 'weekend/' || groups.weekend_id
);
create table pending_season_removals (season_id integer primary key);
