import type { Database } from '@purple-sector/database'

/*
 * How sessions stand by live timing. A row of `timing_sessions` is there from the first that is known of a session (its
 * source, or a snapshot); all else refers to it and goes with it. `kept` is all that came, `shown` what fans see of it:
 * both lie in the cache, and are saved here now and then. Laps and what race control said make the history.
 *
 * Races are over by their status, and cars that were withdrawn count less than others: weekends is asked for both at the
 * next start, where no mark says that the copies were filled.
 */
const timing = `
create table timing_sessions (
  race_id integer primary key,
  weekend_id integer not null,
  generation integer not null default 1,
  is_running boolean not null default false,
  started_at timestamptz,
  last_snapshot_at timestamptz,
  ended_at timestamptz,
  published_generation integer,
  kept jsonb,
  shown jsonb
);
create index timing_sessions_of_weekend on timing_sessions (weekend_id);

create table timing_laps (
  race_id integer not null references timing_sessions on delete cascade,
  plate text not null,
  lap integer not null,
  position integer not null,
  lap_ms double precision,
  gap_ms double precision,
  in_pit boolean not null,
  at timestamptz not null,
  primary key (race_id, plate, lap)
);

create table timing_control (
  id bigint generated always as identity primary key,
  race_id integer not null references timing_sessions on delete cascade,
  at timestamptz not null,
  lap integer not null,
  flag text not null,
  message text
);
create index timing_control_of_race on timing_control (race_id, id);

create table timing_car_matches (
  race_id integer not null references timing_sessions on delete cascade,
  number text not null,
  car_id integer not null,
  primary key (race_id, number)
);

alter table races add column status text not null default 'upcoming', add column starts_at timestamptz;
alter table cars add column withdrawn boolean not null default false;
do $$ begin
  if to_regclass('bootstraps') is not null then
    delete from bootstraps where consumer = 'admin' and owner = 'weekends';
  end if;
end $$;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(timing)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
