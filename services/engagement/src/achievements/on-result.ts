import { resultPublished } from '@purple-sector/contracts/admin/events'
import { weekendSubject } from '@purple-sector/contracts/event'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'

/** Delay from the last event of a weekend to the check whether it is over: boards arrive one by one. */
const CHECK_DELAY = '3 seconds'

const scheduleWeekendCheck = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw(
    `insert into pending_weekend_closings (weekend_id, due_at) values (:weekendId, date_trunc('milliseconds', now()) + interval '${CHECK_DELAY}')
     on conflict (weekend_id) do update set due_at = excluded.due_at`,
    { weekendId },
  )
}

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
  await sql.raw(
    `insert into pending_results (weekend_id, race_id, version, changed, is_last)
     values (:weekendId, :raceId, :version, :changed, :isLast)`,
    { weekendId, raceId: result.raceId, version, changed: JSON.stringify(changed), isLast: part === parts },
  )
})

/** Consumed in addition to the boards, because the last result of a weekend may change no points. */
const onResult = on(resultPublished, async ({ data: { weekendId } }, sql) => {
  if (!(await isDeleted(sql, weekendSubject(weekendId)))) await scheduleWeekendCheck(sql, weekendId)
})

const onWeekend = on(weekendChanged, async ({ data: { id, deleted } }, sql) => {
  if (!deleted && !(await isDeleted(sql, weekendSubject(id)))) await scheduleWeekendCheck(sql, id)
})

export const achievementResultConsumers = [onBoard, onResult, onWeekend]
