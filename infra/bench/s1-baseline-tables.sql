-- Tables of the S1 baseline: its awards, and standings with a stored position per participant.
create table recomputed_awards (
  weekend_id integer not null,
  race_id integer not null,
  scope_id bigint not null,
  user_id text collate "C" not null,
  membership_id bigint,
  place smallint not null,
  points integer not null,
  rule text not null
);
create index recomputed_awards_of_participant on recomputed_awards (scope_id, user_id);
create index recomputed_awards_of_weekend on recomputed_awards (weekend_id);

create table recomputed_standings (
  scope_id bigint not null,
  user_id text collate "C" not null,
  membership_id bigint,
  sort_name text collate "C" not null,
  total integer not null default 0,
  firsts integer not null default 0,
  seconds integer not null default 0,
  thirds integer not null default 0,
  position integer,
  previous_position integer,
  primary key (scope_id, user_id)
) with (fillfactor = 50);
create index recomputed_standings_page on recomputed_standings (scope_id, position, sort_name, user_id);

insert into recomputed_standings (scope_id, user_id, membership_id, sort_name)
select scope_id, user_id, membership_id, sort_name from standings;
