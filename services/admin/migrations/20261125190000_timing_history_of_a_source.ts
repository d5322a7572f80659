import type { Database } from '@purple-sector/database'

/*
 * The history of a session is that of its present source: another one begins it anew (docs/rules.md, Live timing). What is
 * there already counts as of the source that sent last.
 */
const generations = `
alter table timing_laps add column generation integer not null default 1;
alter table timing_control add column generation integer not null default 1;
update timing_laps h set generation = coalesce((s.kept->'timing'->>'generation')::integer, s.generation)
  from timing_sessions s where s.race_id = h.race_id;
update timing_control h set generation = coalesce((s.kept->'timing'->>'generation')::integer, s.generation)
  from timing_sessions s where s.race_id = h.race_id;
alter table timing_laps drop constraint timing_laps_pkey, add primary key (race_id, generation, plate, lap);
drop index timing_control_of_race;
create index timing_control_of_race on timing_control (race_id, generation, id);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(generations)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
