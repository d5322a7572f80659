import {
  BOARD_COLUMNS,
  BOARD_ORDER,
  GROUP_RANKS,
  INSTANT,
  JOIN_ENTRY,
  POSITION,
  POSITION_CHANGE,
  type RanksTable,
  STANDING_JOINS,
} from './leaderboard-sql.ts'

/* The official view: by the results in force. */

const withBoard = (ranks: RanksTable): string => `
with boards as materialized (select ${BOARD_COLUMNS} from scopes s where s.id = :scopeId)
${ranks === 'standing_ranks' ? '' : `, ${GROUP_RANKS}`}`

const CHANGED_AT = `${INSTANT('b.changed_at')} as "changedAt"`

/** The number of participants that a version counts, and of the newcomers since. */
const SIZE = (ranks: RanksTable): string =>
  ranks === 'standing_ranks'
    ? `b.participants,
      (select count(*)::integer from standings where scope_id = b.scope_id and since_version is null) as newcomers`
    : `(select count(*)::integer from standings where scope_id = b.scope_id) as participants, 0 as newcomers`

const OWN_ENTRY = (ranks: RanksTable): string => `(
  select to_json(entry) from standings s
  ${STANDING_JOINS(ranks)}
  left join users u on u.id = s.user_id
  ${JOIN_ENTRY(':viewer::text')}
  where s.scope_id = :scopeId and s.user_id = :viewer::text
)`

const ROWS = (ranks: RanksTable): string => `coalesce((
  select json_agg(entry order by s.place)
  from (select *, row_number() over () as place from (
    select * from standings s where s.scope_id = :scopeId order by ${BOARD_ORDER('s', ranks)} limit :limit offset :offset
  ) best) s
  ${STANDING_JOINS(ranks)}
  left join users u on u.id = s.user_id
  ${JOIN_ENTRY(':viewer::text')}
), '[]')`

const PAGE = (ranks: RanksTable, rows: string): string => `${withBoard(ranks)}
select b.version, ${CHANGED_AT}, ${SIZE(ranks)}, ${OWN_ENTRY(ranks)} as "ownEntry", ${rows} as entries from boards b`

const RANKS = (ranks: RanksTable): string => `coalesce((
  select json_agg(json_build_object('points', total, 'firsts', firsts, 'seconds', seconds, 'thirds', thirds,
    'count', count, 'position', position) order by total desc, firsts desc, seconds desc, thirds desc)
  from ${ranks} r where r.scope_id = :scopeId and not is_previous), '[]')`

const STATE = (ranks: RanksTable): string => `${withBoard(ranks)}
select b.version, ${CHANGED_AT}, ${SIZE(ranks)}, ${ROWS(ranks)} as entries, ${RANKS(ranks)} as ranks from boards b`

const STANDINGS = (ranks: RanksTable): string => `${withBoard(ranks)}
select b.version, coalesce((
  select json_agg(json_build_object('userId', s.user_id, 'totalPoints', s.total, 'firsts', s.firsts,
    'seconds', s.seconds, 'thirds', s.thirds, 'position', ${POSITION}, 'positionChange', ${POSITION_CHANGE}))
  from standings s ${STANDING_JOINS(ranks)}
  where s.scope_id = b.scope_id and s.user_id = any(:userIds::text[])
), '[]') as standings
from boards b`

const ENTRIES = (ranks: RanksTable): string => `${withBoard(ranks)}
select b.version, coalesce((
  select json_agg(entry) from standings s ${STANDING_JOINS(ranks)}
  left join users u on u.id = s.user_id
  ${JOIN_ENTRY('s.user_id')}
  where s.scope_id = b.scope_id and s.user_id = any(:userIds::text[])
), '[]') as entries
from boards b`

const statementsOf = (ranks: RanksTable) => ({
  page: PAGE(ranks, ROWS(ranks)),
  head: PAGE(ranks, `'[]'::json`),
  state: STATE(ranks),
  standings: STANDINGS(ranks),
  entries: ENTRIES(ranks),
})
/** The statements by which ranks are found: stored for the open competition, computed on read for a group. */
export const OFFICIAL = { open: statementsOf('standing_ranks'), group: statementsOf('group_ranks') }
