import { raceLockSet } from '@purple-sector/contracts/admin/events'
import type { LockAt, LockAtBody } from '@purple-sector/contracts/admin/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { outbox, sequencesOf } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import type { ProvisionalLock } from '@purple-sector/service-kit/data/provisional-locks'
import { auditLog } from '../audit/audit-log-repository.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { lockRaceShared } from '../projections/lock-race-shared.ts'
import { type Race, selectRaceForUpdate } from '../projections/race-projection.ts'
import { noSuchRace } from '../results/no-such-race.ts'
import { resultRepository } from '../results/result-repository.ts'
import { type StoredRevision, storeRevision } from '../results/store-revision.ts'
import type { LockReview } from '../tipping-client.ts'
import { assertLockable, reasonOf } from './lock-at.ts'
import { type RaceLock, raceLockRepository } from './race-lock-repository.ts'

type Dependencies = Pick<AdminDependencies, 'database' | 'weekends' | 'tipping' | 'provisionalLocks'>
type LockRequest = {
  race: Race
  at: Date
  reason: string
  review: LockReview
  provisionalLock: ProvisionalLock | undefined
}
type Stored = { lock: { sequence: number; data: RaceLock }; result: StoredRevision | undefined }

const isOpen = ({ locksAt, now }: LockReview): boolean => locksAt === null || new Date(locksAt) > new Date(now)

/** A set lock with the sequence of its last event. */
const withSequence = async (sql: Transaction, data: RaceLock): Promise<Stored['lock']> => {
  const subject = raceLockSet.subject(data)
  return { sequence: (await sequencesOf(sql, [subject]))(subject), data }
}

const store = (
  { database, provisionalLocks }: Pick<Dependencies, 'database' | 'provisionalLocks'>,
  caller: Caller,
  lockRequest: LockRequest,
): Promise<Stored> =>
  database.transaction(async (sql) => {
    const { race, at, reason, review, provisionalLock } = lockRequest
    const { isDeleted } = await lockRaceShared(sql, race)
    if (!(await selectRaceForUpdate(sql, race.id)) || isDeleted) throw noSuchRace()
    if (provisionalLock) await provisionalLocks.store(sql, provisionalLock)
    const locksAt = at.toISOString()
    const { lateTips, reopened } = review
    const locks = raceLockRepository(sql)
    const lastLock = await locks.find(race.id)
    // Another call may have set it since the review, which tipping may not know yet.
    const currentLock = lastLock?.reopened === reopened ? lastLock : undefined
    if (currentLock?.locksAt === locksAt) return { lock: await withSequence(sql, currentLock), result: undefined }
    await auditLog(sql).add(
      auditAction(caller, {
        at: await databaseTime(sql),
        action: 'race.lock-set',
        subject: { type: 'race', id: race.id },
        before: { locksAt: currentLock?.locksAt ?? review.locksAt },
        after: { locksAt, lateTips, reason },
      }),
    )
    const current = await resultRepository(sql).current(race.id)
    const scoringResult = current?.status === 'cancelled' ? undefined : current
    const revision = scoringResult ? scoringResult.revision + 1 : null
    const data: RaceLock = { raceId: race.id, weekendId: race.weekendId, locksAt, reopened, revision }
    await locks.save(data)
    // Before the result, which is scored by this lock: events of a weekend keep their order.
    await outbox(sql).append(raceLockSet, data)
    const result =
      scoringResult &&
      (await storeRevision(sql, caller, race, { before: scoringResult, validation: { ...scoringResult, reason } }))
    return { lock: await withSequence(sql, data), result }
  })

/**
 * Locks a race at a past moment, because it started before it locked (docs/rules.md, Races).
 * Closes an open race first, as for a result. Publishes a scoring result again, so that the ledger and users read why
 * points moved. Writes nothing if that lock is in force already, or another call sets it meanwhile. Tipping and
 * weekends have the lock before this resolves.
 */
export const lockRaceAt = (dependencies: Dependencies) => {
  const { weekends, tipping, provisionalLocks } = dependencies
  return async (
    caller: Caller,
    raceId: number,
    { at: requestedAt, reason: statedReason }: LockAtBody,
  ): Promise<LockAt> => {
    const at = new Date(requestedAt)
    const found = await weekends.findRaceAndWeekend(raceId)
    if (!found) throw noSuchRace()
    const { race, wholeWeekend } = found
    const weekend = wholeWeekend.weekend.data
    const review = await tipping.getLockWithLateTips(raceId, at.toISOString())
    assertLockable(at, review, weekend)
    const locksAt = at.toISOString()
    if (review.locksAt === locksAt) return { raceId, locksAt, lateTips: review.lateTips, revision: null }
    const lockRequest = { race, at, reason: reasonOf(statedReason, at, weekend.timeZone) }
    const write = async (provisionalLock?: ProvisionalLock) => {
      // No tip arrives after the close, so this count is final.
      const latestReview = provisionalLock ? await tipping.getLockWithLateTips(raceId, locksAt) : review
      const finalReview = { ...latestReview, locksAt: review.locksAt }
      const stored = await store(dependencies, caller, { ...lockRequest, review: finalReview, provisionalLock })
      return { stored, lateTips: latestReview.lateTips }
    }
    const { stored, lateTips } = isOpen(review)
      ? await provisionalLocks.around({ ...race, begins: true }, write)
      : await write()
    const lock = await tipping.applyLock(stored.lock)
    if (lock) await weekends.applyLock(race.weekendId, lock)
    if (stored.result) await weekends.applyResult(stored.result.state)
    return { raceId, locksAt, lateTips, revision: stored.result?.revision.revision ?? null }
  }
}
