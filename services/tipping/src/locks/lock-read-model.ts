import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { LockState } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { sequencesOf } from '@purple-sector/messaging'

type LockRow = { race_id: number; weekend_id: number; locks_at: Date | null }

/** Returns the locks of these races as the transaction sees them; leaves out deleted and unknown races. */
export const lockStates = async (sql: Transaction, raceIds: readonly number[]): Promise<LockState[]> => {
  const rows: LockRow[] = await sql('races')
    .whereIn('race_id', raceIds)
    .where({ deleted: false })
    .orderBy('race_id')
    .select('race_id', 'weekend_id', 'locks_at')
  const locks = rows.map(({ race_id, weekend_id, locks_at }) => {
    const locksAt = locks_at?.toISOString() ?? null
    const subject = sessionLockChanged.subject({ raceId: race_id, weekendId: weekend_id, locksAt, deleted: false })
    return { raceId: race_id, locksAt, subject }
  })
  const sequenceOf = await sequencesOf(
    sql,
    locks.map(({ subject }) => subject),
  )
  return locks.map(({ subject, ...lock }) => ({ ...lock, sequence: sequenceOf(subject) }))
}

/** Returns the current locks of these races. */
export const locksOf = (database: Database, raceIds: readonly number[]): Promise<LockState[]> =>
  database.transaction((sql) => lockStates(sql, raceIds), { isolationLevel: 'repeatable read', readOnly: true })
