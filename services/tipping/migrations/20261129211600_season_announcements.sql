-- Rounds that were completed while in a season: their participants are told where they stand.
create table season_round_announcements (
  weekend_id integer primary key,
  season_id integer -- in which it was published; null: not yet
);

-- Seasons that an administrator has completed: the winners are told, once.
create table season_completions (
  season_id integer primary key,
  published_at timestamptz -- null: not yet
);
