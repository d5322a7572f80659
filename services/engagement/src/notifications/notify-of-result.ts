import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { Transaction } from '@purple-sector/database'
import { groups } from '../projections/group-projection.ts'
import type { Board } from './board-projection.ts'
import { raceNameFor } from './race-name.ts'
import { createResultNotifications } from './result-notification-sql.ts'

type Result = NonNullable<Board['result']>

/** Returns the reason as a sentence to append, or an empty string. */
const reasonSentence = (reason: string | null): string => {
  const text = reason?.trim() ?? ''
  if (text === '') return ''
  return ` Reason: ${text}${/[.!?]$/.test(text) ? '' : '.'}`
}

const nameOfBoard = async (sql: Transaction, { groupId }: Board): Promise<string | undefined> => {
  if (groupId === null) return 'the open competition'
  const group = await groups(sql).where({ id: groupId }).first('name')
  return group && bidiIsolate(group.name)
}

/**
 * Notifies all users whose points or position a result changed, with the reason of a correction.
 *
 * One notification per user, race and revision: a group's board notifies only users whom the open competition's board did
 * not notify. Tipping guarantees the order: it appends the open board's event before those of groups, under the weekend's
 * key. Call it after `saveStandings` and before `saveRanks` of the board.
 */
export const notifyOfResult = async (sql: Transaction, board: Board, result: Result): Promise<void> => {
  const { raceId, revision, kind, reason } = result
  const boardName = await nameOfBoard(sql, board)
  if (boardName === undefined) return
  const race = await raceNameFor(sql, result)
  await createResultNotifications(sql, board, {
    isFirst: kind === 'completed',
    cause: `result/${raceId}/${revision}`,
    race,
    board: boardName,
    changed: kind === 'withdrawn' ? `The result of ${race} was withdrawn` : `${race} was corrected`,
    because: reasonSentence(reason),
  })
}
