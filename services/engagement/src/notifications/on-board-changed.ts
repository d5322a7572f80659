import { weekendSubject } from '@purple-sector/contracts/event'
import { boardChanged, tipsRemoved } from '@purple-sector/contracts/tipping/events'
import { lockAllAndCheckDeleted, on } from '@purple-sector/messaging'
import { removeUsersWithoutTip, saveRanks, saveStandings } from './board-projection.ts'
import { isNotifiable } from './is-notifiable-sql.ts'
import { notifyOfResult } from './notify-of-result.ts'

/** Kinds of a result that notify users. */
const NOTIFIED_KINDS = ['completed', 'corrected', 'withdrawn']

/** Projects boards and notifies users of results, with the last part of a version, when all standings are known. */
export const onBoardChanged = on(boardChanged, async (event, sql) => {
  const { data: board } = event
  const { weekendId, groupId, result, part, parts } = board
  const subjects = [weekendSubject(weekendId), ...(groupId === null ? [] : [`group/${groupId}`])]
  if ((await lockAllAndCheckDeleted(sql, 'shared', subjects)).size > 0) return
  await saveStandings(sql, board)
  if (part < parts) return
  if (result && NOTIFIED_KINDS.includes(result.kind) && (await isNotifiable(sql, event)))
    await notifyOfResult(sql, board, result)
  await saveRanks(sql, board)
})

/** Removes users without a remaining tip from the open competition's board. */
export const onTipsRemovedFromBoard = on(tipsRemoved, async ({ data }, sql) => {
  await removeUsersWithoutTip(sql, data)
})
