-- The season of a season group, whose members are notified of changed rounds and jokers; known from the group's next state on.
alter table groups add column season_id integer;
create index groups_season on groups (season_id) where season_id is not null;
