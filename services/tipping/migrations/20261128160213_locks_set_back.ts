import type { Database } from '@purple-sector/database'

/*
 * `closed_at`: when the race stopped taking tips, where race control has set an earlier lock because it started early; null
 * otherwise. `classifications.locks_at`: the lock of the race by which that revision was scored, null where it was not.
 */
const locksSetBack = `
alter table sessions add column closed_at timestamptz;
alter table classifications add column locks_at timestamptz;
update classifications set locks_at = race.locks_at from sessions race
where race.race_id = classifications.race_id and classifications.revision <= race.scored_revision;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(locksSetBack)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
