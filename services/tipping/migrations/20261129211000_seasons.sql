-- Copies of seasons as weekends published them. A deleted season has no rows.
create table seasons (
  id integer primary key,
  name text not null,
  year integer not null,
  status text not null,
  count_best integer, -- rounds that count; null: all
  missed_weekend text not null,
  jokers integer not null,
  version integer not null,
  created_at timestamptz not null
);

-- No unique weekend: two seasons have different keys, so the one that a weekend joins may be stored before the one it leaves.
create table season_rounds (
  season_id integer not null references seasons on delete cascade,
  weekend_id integer not null,
  round integer not null,
  multiplier numeric(2, 1) not null,
  primary key (season_id, weekend_id)
);
create index season_rounds_weekend on season_rounds (weekend_id);

/*
 * Season leaderboards: they follow from the standings of weekends, the rules of the season and its jokers, and can be
 * deleted and computed again (ADR 32).
 */

create table season_boards (
  id bigint generated always as identity primary key,
  season_id integer not null,
  group_id integer, -- null: the open competition
  version bigint not null default 0,
  participants integer not null default 0,
  has_positions boolean not null default false,
  changed_at timestamptz, -- when the latest result in it was published
  -- What the rows were computed from: rules, and of each round its version and state. Null: never computed.
  basis jsonb
);
create unique index season_boards_one_per_competition on season_boards (season_id, group_id) nulls not distinct;

-- Arrays have one element for each round that counts already or is completed, in the order of the season (`picks` three).
create table season_standings (
  board_id bigint not null,
  user_id text collate "C" not null,
  sort_name text collate "C" not null,
  hidden boolean not null default false,
  total integer not null,
  weekends_won integer not null,
  best_weekend integer not null,
  firsts integer not null,
  seconds integer not null,
  thirds integer not null,
  -- Before the latest round that counts already; null for who was not on the leaderboard then.
  previous_total integer,
  previous_weekends_won integer,
  previous_best_weekend integer,
  previous_firsts integer,
  previous_seconds integer,
  previous_thirds integer,
  points integer[] not null, -- weekend points, of a missed round those that it is given
  season_points integer[] not null,
  states text not null, -- a letter for each round
  picks integer[] not null, -- first, second and third places
  won integer[] not null, -- ids of weekends
  jokers integer[] not null, -- ids of weekends whose jokers everybody may see
  primary key (board_id, user_id)
) with (fillfactor = 70);
create index season_standings_order on season_standings (board_id, hidden, total desc, weekends_won desc,
  best_weekend desc, firsts desc, seconds desc, thirds desc, sort_name, user_id);

-- Positions by distinct scores, now and before the latest round that counts already.
create table season_ranks (
  board_id bigint not null,
  is_previous boolean not null,
  total integer not null,
  weekends_won integer not null,
  best_weekend integer not null,
  firsts integer not null,
  seconds integer not null,
  thirds integer not null,
  count integer not null,
  position integer,
  tie_break text,
  primary key (board_id, is_previous, total, weekends_won, best_weekend, firsts, seconds, thirds)
);

-- Leaderboards to compute again. Rows are only inserted and deleted, and no key makes one writer wait for another.
create table seasons_to_refresh (
  season_id integer not null,
  group_id integer,
  is_full boolean not null default false, -- all rows, even if no round has another version
  user_ids text[] collate "C" -- whose rows change whatever the versions of rounds; null: none
);
