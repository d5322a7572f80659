/* A season group has no weekend while it waits for its next round. */
alter table groups alter column weekend_id drop not null;

-- A weekend that a group has a leaderboard in, with the races that count there; empty means all.
create table group_weekends (
  group_id integer not null,
  weekend_id integer not null,
  selected_race_ids integer[] not null,
  primary key (group_id, weekend_id)
);
create index group_weekends_weekend on group_weekends (weekend_id);
insert into group_weekends select id, weekend_id, selected_race_ids from groups;
alter table groups drop column selected_race_ids;
