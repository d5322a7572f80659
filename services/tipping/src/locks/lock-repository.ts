import { weekendKey, weekendSubject } from '@purple-sector/contracts/event'
import type { RaceLock } from '@purple-sector/contracts/race-lock'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { markSeasonOfWeekend } from '../seasons/seasons-to-refresh-sql.ts'

type LockRow = {
  locks_at: Date | null
  closed_at: Date | null
  starts_at: Date | null
  reopened: number
  deleted: boolean
}

/** A lock; `closedAt` is when the race stopped accepting tips, if race control has set an earlier lock; else null. */
type StoredLock = RaceLock & { closedAt: Date | null; isDeleted: boolean }

/**
 * Race locks, for a transaction that holds the weekend's exclusive lock: `lockWeekend` acquires it and returns the
 * time.
 */
export const lockRepository = (sql: Transaction) => ({
  /**
   * Acquires the weekend's exclusive lock, so that every earlier tip has committed. Returns the lock time of a race
   * that is closed now: the next full millisecond, because instants are published in milliseconds and a tip of this
   * very one counts. That moment has passed when this resolves, so the next tip reads a later clock.
   *
   * First waits for the locks that a scoring of the weekend holds until it commits (the race's row, then the events'
   * key), in the order in which scoring acquires them; so tips never wait behind a transaction that waits for a
   * scoring.
   */
  async lockWeekend(weekendId: number, raceId: number): Promise<Date> {
    await sql.raw('select from races where race_id = ? for no key update', [raceId])
    await sql.raw('select outbox_lock_keys(array[?::text])', [weekendKey(weekendId)])
    await lockSubject(sql, 'exclusive', weekendSubject(weekendId))
    const { rows } = await sql.raw<{ rows: { now: Date }[] }>(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as now`,
    )
    await sql.raw('select pg_sleep(0.002)')
    return (rows[0] as { now: Date }).now
  },

  async find(raceId: number): Promise<StoredLock | undefined> {
    const row: LockRow | undefined = await sql('races').where({ race_id: raceId }).first()
    return (
      row && {
        locksAt: row.locks_at,
        closedAt: row.closed_at,
        startsAt: row.starts_at,
        reopened: row.reopened,
        isDeleted: row.deleted,
      }
    )
  },

  /** Stores the lock and publishes it. Jokers may lock with it, so that all fans see them. */
  async save(raceId: number, weekendId: number, locksAt: Date | null): Promise<void> {
    await sql('races').where({ race_id: raceId }).update({ locks_at: locksAt })
    await this.publish({ raceId, weekendId, locksAt, deleted: false })
    await markSeasonOfWeekend(sql, weekendId)
  },

  /** Stores when the race stopped accepting tips, if its lock is set to an earlier moment; else null. */
  async setClosedAt(raceId: number, closedAt: Date | null): Promise<void> {
    await sql('races').where({ race_id: raceId }).update({ closed_at: closedAt })
  },

  async publish(lock: { raceId: number; weekendId: number; locksAt: Date | null; deleted: boolean }): Promise<void> {
    await outbox(sql).append(sessionLockChanged, { ...lock, locksAt: lock.locksAt?.toISOString() ?? null })
  },
})
