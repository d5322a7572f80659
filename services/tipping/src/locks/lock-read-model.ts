import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { Database } from '@purple-sector/database'
import { sequencesOf } from '@purple-sector/messaging'

type LockRow = { race_id: number; weekend_id: number; locks_at: Date | null }
/** When a race locks, with the sequence of the event that told it last. */
export type ToldLock = { raceId: number; locksAt: string | null; sequence: number }

/** The locks of these races as they are now, from one snapshot. Deleted and unknown ones are left out. */
export const locksOf = (database: Database, raceIds: readonly number[]): Promise<ToldLock[]> =>
  database.transaction(
    async (sql) => {
      const rows: LockRow[] = await sql('sessions')
        .whereIn('race_id', raceIds)
        .where({ deleted: false })
        .orderBy('race_id')
        .select('race_id', 'weekend_id', 'locks_at')
      const locks = rows.map(({ race_id, weekend_id, locks_at }) => ({
        raceId: race_id,
        weekendId: weekend_id,
        locksAt: locks_at?.toISOString() ?? null,
        deleted: false,
      }))
      const sequenceOf = await sequencesOf(sql, locks.map(sessionLockChanged.subject))
      return locks.map((lock) => {
        const { raceId, locksAt } = lock
        return { raceId, locksAt, sequence: sequenceOf(sessionLockChanged.subject(lock)) }
      })
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
