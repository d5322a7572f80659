import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { finalizedAttempts } from './finalized-attempts.ts'
import { lockStates } from './lock-read-model.ts'
import { lockRepository } from './lock-repository.ts'
import { withoutAttempt } from './provisional-lock.ts'
import { provisionalLocks } from './provisional-locks.ts'
import { raceStartMarks } from './race-start-marks.ts'

type Finalization = ParsedCall<typeof calls.finalizeRaceLock>
type FinalizedAttempts = { raceId: number; weekendId: number; attempts: readonly string[]; isStored: boolean }

/**
 * Confirms the lock if the write is stored; otherwise reopens the race unless something else closed it. Holds the
 * weekend's exclusive lock until the transaction ends.
 */
const finalize = async (
  sql: Transaction,
  { raceId, weekendId, attempts, isStored }: FinalizedAttempts,
): Promise<void> => {
  const locks = lockRepository(sql)
  const provisional = provisionalLocks(sql)
  const now = await locks.lockWeekend(weekendId, raceId)
  await raceStartMarks(sql).finalize(raceId, attempts, isStored)
  const provisionalLock = await provisional.find(raceId)
  const removed = await provisional.remove(attempts)
  // Confirmed meanwhile by the event of the write, or closed by none of these attempts.
  if (!provisionalLock || removed === 0) return
  if (isStored) return provisional.confirm(raceId)
  const hasOtherAttempt = (await provisional.find(raceId)) !== undefined
  const lock = await locks.find(raceId)
  if (!lock || lock.isDeleted || hasOtherAttempt || (await isWeekendDeleted(sql, weekendId))) return
  const locksAt = withoutAttempt(lock, provisionalLock, now)
  if (locksAt?.getTime() !== lock.locksAt?.getTime()) await locks.save(raceId, weekendId, locksAt)
}

/**
 * Finalizes attempts for which a race was closed, as their callers decided (ADR 8).
 *
 * If the write is stored, the lock becomes final, and a write that starts the race has started it. Otherwise the race
 * reopens with its former deadline, unless something else closed it. Idempotent. Throws 404 for an unknown race.
 */
export const finalizeRaceLock =
  ({ database }: { database: Database }) =>
  async ({ params: { raceId }, request }: Finalization): Promise<CallAnswer<typeof calls.finalizeRaceLock>> => {
    // Committed before the race is read: a race that is unknown now may exist when a late close arrives, and a close
    // that did not see this row has closed a race that is found below.
    await finalizedAttempts(database).add(request.attempts)
    const [lock] = await database.transaction(async (sql) => {
      const weekendId = await lockRepository(sql).weekendOf(raceId)
      if (weekendId !== undefined) await finalize(sql, { raceId, weekendId, ...request })
      return lockStates(sql, [raceId])
    })
    if (!lock) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
    return lock
  }
