import type { Database } from '@purple-sector/database'

/** Races of which a snapshot of live timing came: one of them is not opened for tips again (docs/rules.md, Races). */
const timedRaces = `
create table timed_races (race_id integer primary key references races on delete cascade);
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(timedRaces)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
