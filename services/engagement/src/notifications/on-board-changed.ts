import { weekendKey } from '@purple-sector/contracts/event'
import { boardChanged, tipsRemoved } from '@purple-sector/contracts/tipping/events'
import { lockAllAndCheckDeleted, on } from '@purple-sector/messaging'
import { isNotifiable } from './is-news.ts'
import { keepRanks, keepStandings } from './keep-board.ts'
import { notifyOfResult } from './notify-of-result.ts'

/** What moves a board without moving a row alarms nobody, nor does a first revision that is withdrawn. */
const TOLD = ['completed', 'corrected', 'withdrawn']

/** Parts of a version come one after another; with the last of them it is known where everybody stands. */
export const onBoardChanged = on(boardChanged, async (event, sql) => {
  const { data: board } = event
  const { weekendId, groupId, result, part, parts } = board
  const subjects = [weekendKey(weekendId), ...(groupId === null ? [] : [`group/${groupId}`])]
  if ((await lockAllAndCheckDeleted(sql, 'shared', subjects)).size > 0) return
  await keepStandings(sql, board)
  if (part < parts) return
  if (result && TOLD.includes(result.kind) && (await isNotifiable(sql, event))) await notifyOfResult(sql, board, result)
  await keepRanks(sql, board)
})

/** Who has no tip left stands on the open board no more. */
export const onTipsRemovedFromBoard = on(tipsRemoved, async ({ data: { weekendId, userIds } }, sql) => {
  await sql.raw(
    `delete from standings s where weekend_id = :weekendId and group_id is null and user_id = any(:userIds)
       and not exists (select from tips t where t.weekend_id = s.weekend_id and t.user_id = s.user_id and t.group_id is null)`,
    { weekendId, userIds },
  )
})
