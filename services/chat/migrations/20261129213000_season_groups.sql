/* A season group has no weekend while it waits for its next round, and outlives each of its weekends. */
alter table groups alter column weekend_id drop not null;
alter table groups add column all_season boolean not null default false;
