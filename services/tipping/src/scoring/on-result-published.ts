import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { Transaction } from '@purple-sector/database'
import type { Queue } from '@purple-sector/jobs'
import { deferEvent, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { closeNow } from '../locks/close-now.ts'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { classificationRepository } from './classification-repository.ts'
import { wakeScoring } from './scoring-queue.ts'

type Result = z.infer<typeof resultPublished.data>

/**
 * Stores the classification and its scoring request in one transaction, so that a crash loses neither or both.
 *
 * A result closes its race (docs/rules.md, Races) and starts it, unless race control has already done so. Returns false
 * if the race was deleted.
 */
export const applyResult = async (sql: Transaction, result: Result): Promise<boolean> => {
  if (result.deleted || (await isWeekendDeleted(sql, result.weekendId))) return false
  const classifications = classificationRepository(sql)
  if (!(await classifications.hasRace(result))) throw deferEvent(`Race ${result.raceId} is not known yet`)
  // Closed first: its lock guarantees that the weekend is not deleted before this has committed.
  if ((await closeNow(sql, result.raceId, result.weekendId, { begins: true })) === undefined) return false
  await classifications.save(result)
  return true
}

/** Stores the result and wakes the queue; a sweep finds lost wake-ups. */
export const onResultPublished = (queue: Queue) =>
  on(resultPublished, async ({ data: result }, sql) => {
    if (await applyResult(sql, result)) return () => wakeScoring(queue, result.raceId)
    return undefined
  })
