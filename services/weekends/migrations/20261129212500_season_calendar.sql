-- The rounds that the calendar of a season has shown (docs/weekends.md, Calendars). A round that was shown stays here when its
-- weekend leaves the season or is deleted, so that calendars drop it.
create table season_calendar_entries (
  season_id integer not null references seasons on delete cascade,
  weekend_id integer not null,
  uid uuid not null unique default gen_random_uuid(),
  sequence integer not null,
  content jsonb not null,
  changed_at timestamptz not null,
  primary key (season_id, weekend_id)
);
