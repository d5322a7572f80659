import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { Queue } from '@purple-sector/jobs'
import { on, unknownYet } from '@purple-sector/messaging'
import { closeNow } from '../locks/close-now.ts'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { classificationRepository } from './classification-repository.ts'
import { wakeScoring } from './scoring-queue.ts'

/**
 * Scoring is asked for in the transaction that stores the classification: a crash can lose neither without the other.
 * The queue is only woken; a sweep finds what it missed. A result closes its race (docs/rules.md, Races), if race control
 * could not have it closed before.
 */
export const onResultPublished = (queue: Queue) =>
  on(resultPublished, async ({ data: result }, sql) => {
    if (result.deleted || (await isWeekendDeleted(sql, result.weekendId))) return
    const classifications = classificationRepository(sql)
    if (!(await classifications.knowsRace(result))) throw unknownYet(`Race ${result.raceId} is not known yet`)
    await classifications.save(result)
    await closeNow(sql, result.raceId, result.weekendId)
    return () => wakeScoring(queue, result.raceId)
  })
