import { raceLockSet } from '@purple-sector/contracts/admin/events'
import { closedAt } from '@purple-sector/contracts/race-lock'
import type { Transaction } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { deferEvent, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { returnLateJokers } from '../jokers/return-jokers.ts'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { wakeScoring } from '../scoring/scoring-queue.ts'
import { scoringRepository } from '../scoring/scoring-repository.ts'
import { lockRepository } from './lock-repository.ts'
import { provisionalLockRepository } from './provisional-lock-repository.ts'
import { raceStartRepository } from './race-start-repository.ts'

/**
 * Sets the lock of a race that started before its lock to the moment of the start (docs/rules.md, Races).
 *
 * An open race stops accepting tips now; this never makes a race accept tips again. A later moment, up to the one at
 * which the race stopped accepting tips, undoes an earlier setting. A setting from before a reopening changes nothing.
 *
 * Jokers that were played after the weekend's first session has started come back to their fans.
 *
 * The result revision that was published with the setting is scored by it. Returns true if that revision is already
 * scored, so that the race has to be scored again.
 */
export const setLock = async (sql: Transaction, setting: z.infer<typeof raceLockSet.data>): Promise<boolean> => {
  const { raceId, weekendId } = setting
  const locks = lockRepository(sql)
  const now = await locks.lockWeekend(weekendId, raceId)
  if (await isWeekendDeleted(sql, weekendId)) return false
  const lock = await locks.find(raceId)
  if (!lock) throw deferEvent(`Race ${raceId} is not known yet`)
  if (lock.isDeleted || setting.reopened < lock.reopened) return false
  const closesAt = lock.closedAt ?? closedAt(lock.locksAt, now)
  const locksAt = closedAt(closesAt, new Date(setting.locksAt))
  await provisionalLockRepository(sql).confirm(raceId)
  await raceStartRepository(sql).add(raceId)
  await locks.setClosedAt(raceId, locksAt < closesAt ? closesAt : null)
  if (locksAt.getTime() !== lock.locksAt?.getTime()) await locks.save(raceId, weekendId, locksAt)
  await returnLateJokers(sql, raceId)
  return setting.revision !== null && scoringRepository(sql).requestRescoring(raceId, setting.revision)
}

export const onRaceLockSet = (queue: Queue) =>
  on(raceLockSet, async ({ data }, sql) =>
    (await setLock(sql, data)) ? () => wakeScoring(queue, data.raceId) : undefined,
  )
