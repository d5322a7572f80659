-- A joker of a fan: the round counts double for them. A row is there while the joker is played.
create table jokers (
  season_id integer not null,
  user_id text collate "C" not null,
  weekend_id integer not null,
  played_at timestamptz not null,
  primary key (season_id, user_id, weekend_id)
);
create index jokers_weekend on jokers (weekend_id);
create index jokers_user on jokers (user_id);

-- When jokers of a weekend locked, where the session that locked them was reopened or deleted afterwards.
create table joker_locks (
  weekend_id integer primary key,
  locked_at timestamptz not null
);
