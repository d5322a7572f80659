import { resultPublished } from '@purple-sector/contracts/admin/events'
import { weekendKey } from '@purple-sector/contracts/event'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'

/** So long after the last that was heard of a weekend it is looked at whether it is over: boards come one by one. */
const QUIET = '3 seconds'

const lookAtWeekend = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw(
    `insert into weekends_to_close (weekend_id, due_at) values (:weekendId, date_trunc('milliseconds', now()) + interval '${QUIET}')
     on conflict (weekend_id) do update set due_at = excluded.due_at`,
    { weekendId },
  )
}

/**
 * What a result did to the open competition is put aside, a row for each event: it is counted after the boards and the
 * notifications (`count-results.ts`), which it must not hold up.
 */
const onBoard = on(boardChanged, async ({ data: board }, sql) => {
  const { weekendId, groupId, version, result, changed, part, parts } = board
  if (!result || (await isDeleted(sql, weekendKey(weekendId)))) return
  await lookAtWeekend(sql, weekendId)
  if (groupId !== null) return
  await sql.raw(
    `insert into results_to_count (weekend_id, race_id, version, changed, is_last)
     values (:weekendId, :raceId, :version, :changed, :isLast)`,
    { weekendId, raceId: result.raceId, version, changed: JSON.stringify(changed), isLast: part === parts },
  )
})

/** The last result of a weekend may touch nobody's points. */
const onResult = on(resultPublished, async ({ data: { weekendId } }, sql) => {
  if (!(await isDeleted(sql, weekendKey(weekendId)))) await lookAtWeekend(sql, weekendId)
})

const onWeekend = on(weekendChanged, async ({ data: { id, deleted } }, sql) => {
  if (!deleted && !(await isDeleted(sql, weekendKey(id)))) await lookAtWeekend(sql, id)
})

export const ofResults = [onBoard, onResult, onWeekend]
