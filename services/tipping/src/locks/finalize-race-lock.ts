import { adminRaceLockFinalized } from '@purple-sector/contracts/admin/events'
import type { RaceLockFinalized } from '@purple-sector/contracts/tipping/race-lock-finalized'
import { weekendsRaceLockFinalized } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { lockRepository } from './lock-repository.ts'
import { withoutAttempt } from './provisional-lock.ts'
import { provisionalLockRepository } from './provisional-lock-repository.ts'
import { raceStartRepository } from './race-start-repository.ts'

/**
 * Finalizes an attempt for which a race was closed, as its caller decided (ADR 8).
 *
 * If the write is stored, the lock becomes final, and a write that starts the race has started it. Otherwise the race
 * reopens with its former deadline, unless something else closed it. Idempotent.
 *
 * Holds the weekend's exclusive lock until the transaction ends, also for an unknown race: a close that comes later
 * finds the attempt finalized, and an earlier one has closed a race that is found here.
 */
export const finalizeRaceLock = async (
  sql: Transaction,
  { raceId, weekendId, attempt, isStored }: RaceLockFinalized,
): Promise<void> => {
  const locks = lockRepository(sql)
  const provisional = provisionalLockRepository(sql)
  const now = await locks.lockWeekend(weekendId, raceId)
  await provisional.markFinalized(attempt)
  await raceStartRepository(sql).finalize(raceId, attempt, isStored)
  const provisionalLock = await provisional.find(raceId)
  // Confirmed meanwhile by the event of the write, or not closed by this attempt.
  if (!(await provisional.remove(attempt)) || !provisionalLock) return
  if (isStored) return provisional.confirm(raceId)
  const hasOtherAttempt = (await provisional.find(raceId)) !== undefined
  const lock = await locks.find(raceId)
  if (!lock || lock.isDeleted || hasOtherAttempt || (await isWeekendDeleted(sql, weekendId))) return
  const locksAt = withoutAttempt(lock, provisionalLock, now)
  if (locksAt?.getTime() !== lock.locksAt?.getTime()) await locks.save(raceId, weekendId, locksAt)
}

export const onRaceLockFinalized = [adminRaceLockFinalized, weekendsRaceLockFinalized].map((definition) =>
  on(definition, ({ data }, sql) => finalizeRaceLock(sql, data)),
)
