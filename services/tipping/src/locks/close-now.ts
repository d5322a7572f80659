import { closedAt, isLocked } from '@purple-sector/contracts/race-lock'
import type { Transaction } from '@purple-sector/database'
import { conflict } from '@purple-sector/service-kit/errors'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { finalizedAttempts } from './finalized-attempts.ts'
import { lockRepository } from './lock-repository.ts'
import { provisionalLocks } from './provisional-locks.ts'
import { raceStartMarks } from './race-start-marks.ts'

/**
 * Locks a race now if it is still open: every tip acknowledged before counts for it, none after (docs/rules.md, Tips).
 * Answers when it locks, undefined for a race tipping does not know or whose weekend was deleted. Ends with the caller's
 * transaction: keep it short, tips of the weekend wait for it.
 *
 * Closed for an `attempt` to write what closes it, the lock is provisional (`settle-race.ts`); without one it stands.
 * What is written `begins` the race where it is a status or a result: that is provisional in the same way.
 * An attempt that is over closes nothing any more, and the answer is the lock as it is. One that saw fewer reopenings
 * than there are by now comes too late, and is refused.
 */
export const closeNow = async (
  sql: Transaction,
  raceId: number,
  weekendId: number,
  {
    attempt,
    reopened,
    begins = false,
  }: { attempt?: string | undefined; reopened?: number | undefined; begins?: boolean } = {},
): Promise<Date | null | undefined> => {
  const locks = lockRepository(sql)
  const provisional = provisionalLocks(sql)
  const now = await locks.lockWeekend(weekendId, raceId)
  if (await isWeekendDeleted(sql, weekendId)) return undefined
  const lock = await locks.find(raceId)
  if (!lock) return undefined
  if (attempt !== undefined && (await finalizedAttempts(sql).has(attempt))) return lock.locksAt
  if (reopened !== undefined && reopened < lock.reopened)
    throw conflict('RACE_REOPENED', 'The session has been reopened in the meantime.')
  if (attempt === undefined) await provisional.confirm(raceId)
  else {
    const other = await provisional.find(raceId)
    const provisionalLock = other ?? (isLocked(lock, now) ? undefined : { fallback: lock.locksAt })
    if (provisionalLock) await provisional.add(raceId, attempt, provisionalLock)
  }
  if (begins) await raceStartMarks(sql).add(raceId, attempt)
  const locksAt = closedAt(lock.locksAt, now)
  if (locksAt.getTime() !== lock.locksAt?.getTime()) await locks.save(raceId, weekendId, locksAt)
  return locksAt
}
