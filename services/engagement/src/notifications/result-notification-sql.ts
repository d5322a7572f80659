import { type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { type Board, RANK_COLUMNS } from './board-projection.ts'
import { counted, ordinal } from './text-sql.ts'

/*
 * Texts of result notifications as SQL over `placed` and `texts`, so that 100,000 of them never pass through Node.
 *
 * Columns: `position`, `total`, and before the result `position_before`, `total_before` (null if unknown); the `board`, the
 * `race`, and for a later revision the sentences `changed` and `because`.
 */

const points = (number: string): string => counted(number, 'point')

const CHANGE = `case when position < position_before then 'climb' else 'slip' end || ' from '
    || ${ordinal('position_before')} || ' to '`

/** SQL: ends the sentence "You’re on 18", with the position if known: " and still 1st in Pit Wall." */
const AND_PLACE = `case
  when position is null then '.'
  when position_before is null then ' and ' || ${ordinal('position')} || ' in ' || board || '.'
  when position = position_before then ' and still ' || ${ordinal('position')} || ' in ' || board || '.'
  else ' and ' || ${CHANGE} || ${ordinal('position')} || ' in ' || board || '.' end`

/** SQL: a separate sentence about the position. */
const PLACE = `case
  when position is null then ''
  when position_before is null then ' You’re ' || ${ordinal('position')} || ' in ' || board || '.'
  when position = position_before then ' You’re still ' || ${ordinal('position')} || ' in ' || board || '.'
  else ' You ' || ${CHANGE} || ${ordinal('position')} || ' in ' || board || '.' end`

const EARNED = `case
  when total_before is null then 'After ' || race || ' you’re on ' || total
  when total > total_before then '+' || (total - total_before) || ' from ' || race || '. You’re on ' || total
  else 'No points from ' || race || '. You’re on ' || total end`

const CHANGED = `case
  when total_before is null then changed || ': you now have ' || ${points('total')} || '.'
  when total <> total_before then changed || ': you now have ' || ${points('total')} || ' (was ' || total_before || ').'
  else changed || ': you still have ' || ${points('total')} || '.' end`

type ResultMessageSql = { title: string; message: string }

const FIRST_RESULT: ResultMessageSql = {
  title: `case when position is null then 'Your points after ' || race
    else 'You’re ' || ${ordinal('position')} || ' after ' || race end`,
  message: `${EARNED} || ${AND_PLACE}`,
}

const LATER_RESULT: ResultMessageSql = {
  title: `case when total = total_before then 'Your position changed: ' else 'Your points changed: ' end || race`,
  message: `${CHANGED} || because || ${PLACE}`,
}

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

/** Texts of the notifications of a result; `changed` and `because` are sentences about a later revision. */
type ResultTexts = { race: string; board: string; changed: string; because: string }

/** Notifies, once per cause, all users of the board whose points or position the result changed. */
export const createResultNotifications = async (
  sql: Transaction,
  { weekendId, groupId, version, ranks }: Board,
  { isFirst, cause, ...texts }: ResultTexts & { isFirst: boolean; cause: string },
): Promise<void> => {
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
    cause,
    ...texts,
  })
  wakeAfterCommit(sql, 'tasks')
}
