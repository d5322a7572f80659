import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { Database, Transaction } from '@purple-sector/database'
import type { Race } from '../projections/race-projection.ts'

/** Everything that a snapshot needs from the database, in one statement. */
const TIMED_RACE = `
select r.id, r.weekend_id as "weekendId", r.category_id as "categoryId",
  r.status = 'completed' or exists (select from result_revisions where race_id = r.id) as "isOver",
  coalesce(s.generation, 1) as generation, coalesce(s.is_running, false) as "isRunning", s.started_at as "startedAt",
  (select kind from timing_sources where race_id = r.id) as "sourceKind"
from races r left join timing_sessions s on s.race_id = r.id where r.id = ?`

/** The state of a race that ingestion of a snapshot needs. */
export type TimedRace = Pick<Race, 'id' | 'weekendId' | 'categoryId'> & {
  /** Completed, or with a result: the race accepts no more snapshots. */
  isOver: boolean
  generation: number
  isRunning: boolean
  /** Time of its first snapshot; null before that. */
  startedAt: Date | null
  /** Kind of the set source; null if none is set. */
  sourceKind: TimingSource['kind'] | null
}

export const findTimedRace = async (sql: Database | Transaction, raceId: number): Promise<TimedRace | undefined> => {
  const { rows } = await sql.raw<{ rows: TimedRace[] }>(TIMED_RACE, [raceId])
  return rows[0]
}
