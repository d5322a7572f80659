alter table weekends add column season_id integer, add column round integer;

-- Fans who led a season after a round, or won one.
create table season_honours (
  user_id text not null,
  season_id integer not null,
  kind text not null check (kind in ('led', 'won')),
  weekend_id integer, -- the round; null for a win
  unique nulls not distinct (user_id, season_id, kind, weekend_id)
);
create index season_honours_weekend on season_honours (weekend_id);

alter table achievement_counters
  add column season_openers integer not null default 0,
  add column season_rounds integer not null default 0,
  add column season_scored_rounds integer not null default 0,
  add column season_winners integer not null default 0,
  add column season_leads integer not null default 0,
  add column season_wins integer not null default 0;
