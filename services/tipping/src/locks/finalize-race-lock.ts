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

/** Opens the race again where nothing but these attempts closed it; the weekend's exclusive lock is held to the end. */
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
  // Confirmed meanwhile by the event of what was written, or closed by none of these at all.
  if (!provisionalLock || removed === 0) return
  if (isStored) return provisional.confirm(raceId)
  const hasOtherAttempt = (await provisional.find(raceId)) !== undefined
  const lock = await locks.find(raceId)
  if (!lock || lock.isDeleted || hasOtherAttempt || (await isWeekendDeleted(sql, weekendId))) return
  const locksAt = withoutAttempt(lock, provisionalLock, now)
  if (locksAt?.getTime() !== lock.locksAt?.getTime()) await locks.save(raceId, weekendId, locksAt)
}

/**
 * Takes note of what became of attempts for which a race was closed, as their makers have decided it for good (ADR 8).
 * Where what they were made for is stored the lock stands, and what begins a race has begun it. Otherwise the race opens
 * again, with the deadline it had, if nothing but these attempts closed it. The same again changes nothing.
 */
export const finalizeRaceLock =
  ({ database }: { database: Database }) =>
  async ({ params: { raceId }, request }: Finalization): Promise<CallAnswer<typeof calls.finalizeRaceLock>> => {
    // Committed before the race is looked up: one that is not known yet may be by the time a late closing arrives, and
    // a closing that did not see this has closed a race that is found below.
    await finalizedAttempts(database).add(request.attempts)
    const [lock] = await database.transaction(async (sql) => {
      const weekendId = await lockRepository(sql).weekendOf(raceId)
      if (weekendId !== undefined) await finalize(sql, { raceId, weekendId, ...request })
      return lockStates(sql, [raceId])
    })
    if (!lock) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
    return lock
  }
