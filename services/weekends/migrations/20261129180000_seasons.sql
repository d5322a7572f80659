create table seasons (
  id integer generated always as identity primary key,
  name text not null,
  year integer not null,
  status text not null check (status in ('upcoming', 'active', 'completed')),
  count_best integer, -- rounds that count; null: all
  missed_weekend text not null check (missed_weekend in ('zero', 'lowest', 'average')),
  jokers integer not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz -- when an administrator completed it
);
-- At most one season is active, also under concurrent requests (docs/rules.md, Seasons).
create unique index seasons_one_active on seasons ((true)) where status = 'active';

-- The rounds of a season; a weekend is in at most one.
create table season_weekends (
  weekend_id integer primary key references weekends on delete cascade,
  season_id integer not null references seasons on delete cascade,
  round integer not null,
  multiplier numeric(2, 1) not null check (multiplier in (1, 1.5, 2, 3)),
  constraint season_weekends_round unique (season_id, round)
);
