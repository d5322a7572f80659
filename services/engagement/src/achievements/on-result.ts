import { resultPublished } from '@purple-sector/contracts/admin/events'
import { weekendSubject } from '@purple-sector/contracts/event'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { isDeleted, on } from '@purple-sector/messaging'
import { scheduleWeekendCheck } from './close-weekends-sql.ts'
import { queueResult } from './count-results-sql.ts'

/**
 * Queues what a result changed in the open competition, one row per event.
 *
 * It is counted later (`count-results-sql.ts`), so that boards and notifications are not delayed.
 */
const onBoard = on(boardChanged, async ({ data: board }, sql) => {
  const { weekendId, groupId, version, result, changed, part, parts } = board
  if (!result || (await isDeleted(sql, weekendSubject(weekendId)))) return
  await scheduleWeekendCheck(sql, weekendId)
  if (groupId !== null) return
  await queueResult(sql, { weekendId, raceId: result.raceId, version, changed, isLast: part === parts })
})

/** Consumed in addition to the boards, because the last result of a weekend may change no points. */
const onResult = on(resultPublished, async ({ data: { weekendId } }, sql) => {
  if (!(await isDeleted(sql, weekendSubject(weekendId)))) await scheduleWeekendCheck(sql, weekendId)
})

const onWeekend = on(weekendChanged, async ({ data: { id, deleted } }, sql) => {
  if (!deleted && !(await isDeleted(sql, weekendSubject(id)))) await scheduleWeekendCheck(sql, id)
})

export const achievementResultConsumers = [onBoard, onResult, onWeekend]
