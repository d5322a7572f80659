import { closedAt, isLocked } from '@purple-sector/contracts/race-lock'
import type { Transaction } from '@purple-sector/database'
import { conflict } from '@purple-sector/service-kit/errors'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { lockRepository } from './lock-repository.ts'
import { provisionalLockRepository } from './provisional-lock-repository.ts'
import { raceStartRepository } from './race-start-repository.ts'

/**
 * Locks a race now if it is open: every tip acknowledged before counts, none after (docs/rules.md, Tips). Returns when
 * the race locks, or undefined if tipping does not know the race or its weekend was deleted. The lock lasts until the
 * caller's transaction ends: keep that short, tips of the weekend wait for it.
 *
 * With an `attempt` the lock is provisional until the write of that attempt is stored (`finalize-race-lock.ts`);
 * without one it is final. `begins` says that the write, a status or a result, starts the race: that mark is
 * provisional in the same way. A finalized attempt closes nothing, and the present lock is returned. Throws 409 for an
 * attempt that saw fewer reopenings than there are.
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
  const provisional = provisionalLockRepository(sql)
  const now = await locks.lockWeekend(weekendId, raceId)
  if (await isWeekendDeleted(sql, weekendId)) return undefined
  const lock = await locks.find(raceId)
  if (!lock) return undefined
  if (attempt !== undefined && (await provisional.isFinalized(attempt))) return lock.locksAt
  if (reopened !== undefined && reopened < lock.reopened)
    throw conflict('RACE_REOPENED', 'The session has been reopened in the meantime.')
  if (attempt === undefined) await provisional.confirm(raceId)
  else {
    const existingLock = await provisional.find(raceId)
    const provisionalLock = existingLock ?? (isLocked(lock, now) ? undefined : { fallback: lock.locksAt })
    if (provisionalLock) await provisional.add(raceId, attempt, provisionalLock)
  }
  if (begins) await raceStartRepository(sql).add(raceId, attempt)
  const locksAt = closedAt(lock.locksAt, now)
  if (locksAt.getTime() !== lock.locksAt?.getTime()) await locks.save(raceId, weekendId, locksAt)
  return locksAt
}
