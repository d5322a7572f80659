import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { groups } from '../projections/group-projection.ts'
import { type Board, RANK_COLUMNS } from './board-projection.ts'
import { raceNameFor } from './race-name.ts'
import { FIRST_RESULT, LATER_RESULT, type ResultMessageSql } from './result-message-sql.ts'

type Result = NonNullable<Board['result']>

/** SQL: standings of a board; a group's are those of its members, and the position of pending members is not revealed. */
const STANDINGS = {
  open: { where: 's.group_id is null', isRanked: 'true', members: '' },
  group: {
    where: 's.group_id = :groupId',
    isRanked: 'm.is_approved',
    members: 'join memberships m on m.group_id = s.group_id and m.user_id = s.user_id',
  },
}

const previousColumn = (column: string): string =>
  `case when s.version = :version then s.previous_${column} else s.${column} end`

/** SQL: for 100,000 rows JIT compilation costs more than it saves, and the sort fits in this memory. */
const SETTINGS = `select set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`

/*
 * Inserts in the order of the index. Boards of a weekend are consumed one after another, so that no concurrent transaction
 * inserts the same cause; an `on conflict` clause would cost a third more.
 */
const CREATE_NOTIFICATIONS = (
  { where, isRanked, members }: typeof STANDINGS.open,
  { title, message }: ResultMessageSql,
): string => `
with new_ranks as materialized (
  select * from json_to_recordset(:ranks::json) as r (${RANK_COLUMNS})
), before as materialized (
  select r.* from boards s, json_to_recordset(s.ranks) as r (${RANK_COLUMNS})
  where s.weekend_id = :weekendId and ${where} and s.version < :version
), placed as (
  select s.user_id, s.total, ${previousColumn('total')} as total_before,
    case when ${isRanked} then new_ranks.position end as position,
    case when ${isRanked} then before.position end as position_before
  from standings s ${members}
  left join new_ranks on (new_ranks.points, new_ranks.firsts, new_ranks.seconds, new_ranks.thirds) = (s.total, s.firsts, s.seconds, s.thirds)
  left join before on (before.points, before.firsts, before.seconds, before.thirds)
    = (${['total', 'firsts', 'seconds', 'thirds'].map(previousColumn).join(', ')})
  where s.weekend_id = :weekendId and ${where} and s.version <= :version
  order by s.user_id
)
insert into notifications (user_id, weekend_id, type, title, message, link, cause, group_id)
select user_id, :weekendId, :type, ${title}, ${message}, '/leaderboard', :cause, :groupId::integer
from placed, (select :race::text as race, :board::text as board, :changed::text as changed, :because::text as because) texts
where (total is distinct from total_before or position is distinct from position_before)
  and not exists (select from notifications existing where existing.user_id = placed.user_id and existing.cause = :cause)`

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
  const { weekendId, groupId, version, ranks } = board
  const { raceId, revision, kind, reason } = result
  const boardName = await nameOfBoard(sql, board)
  if (boardName === undefined) return
  const isFirst = kind === 'completed'
  const race = await raceNameFor(sql, result)
  const statement = CREATE_NOTIFICATIONS(
    STANDINGS[groupId === null ? 'open' : 'group'],
    isFirst ? FIRST_RESULT : LATER_RESULT,
  )
  if (groupId === null) await sql.raw(SETTINGS)
  await sql.raw(statement, {
    weekendId,
    groupId,
    version,
    ranks: JSON.stringify(ranks),
    type: isFirst ? 'position' : 'correction',
    race,
    board: boardName,
    changed: kind === 'withdrawn' ? `The result of ${race} was withdrawn` : `${race} was corrected`,
    because: reasonSentence(reason),
    cause: `result/${raceId}/${revision}`,
  })
  wakeAfterCommit(sql, 'tasks')
}
