import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import type { Database, Transaction } from '@purple-sector/database'
import type { Race } from '../projections/race-projection.ts'

/** All that is asked of the database for a snapshot, in one statement. */
const STANDING = `
select r.id, r.weekend_id as "weekendId", r.category_id as "categoryId",
  r.status = 'completed' or exists (select from result_revisions where race_id = r.id) as "isOver",
  coalesce(s.generation, 1) as generation, coalesce(s.is_running, false) as "isRunning", s.started_at as "startedAt",
  (select kind from timing_sources where race_id = r.id) as "sourceKind"
from races r left join timing_sessions s on s.race_id = r.id where r.id = ?`

/** A race as live timing needs to know it when a snapshot comes. */
export type Standing = Pick<Race, 'id' | 'weekendId' | 'categoryId'> & {
  /** Completed, or with a result: it takes no more snapshots. */
  isOver: boolean
  generation: number
  isRunning: boolean
  /** By its first snapshot; null before that. */
  startedAt: Date | null
  /** Who delivers it; null where nobody is set yet. */
  sourceKind: TimingSource['kind'] | null
}

export const findStanding = async (sql: Database | Transaction, raceId: number): Promise<Standing | undefined> => {
  const { rows } = await sql.raw<{ rows: Standing[] }>(STANDING, [raceId])
  return rows[0]
}
