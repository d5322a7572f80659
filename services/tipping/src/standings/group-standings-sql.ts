import type { Entry } from '@purple-sector/contracts/tipping/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { BEFORE_LAST_RESULT, BOARD_COLUMNS, BOARD_ORDER, JOIN_ENTRY, SCORE } from '../leaderboards/leaderboard-sql.ts'
import { RANK_KEY } from './count-ranks-sql.ts'

/**
 * The first rows of the board of `b`, in its order (`BOARD_ORDER`): rows with points along the index and, if these are
 * too few, rows with hidden points after them.
 */
const TOP = `
  with with_points as materialized (
    select * from standings s where s.scope_id = b.scope_id and not s.hidden
    order by ${BOARD_ORDER('s', 'standing_ranks')} limit 3
  )
  select *, row_number() over (order by ${BOARD_ORDER('s', 'group_ranks')}) as place from (
    select * from with_points
    union all
    (select * from standings s where s.scope_id = b.scope_id and s.hidden and (select count(*) from with_points) < 3
     order by ${BOARD_ORDER('s', 'group_ranks')} limit 3)
  ) s order by place limit 3`

/**
 * The top rows of each board and the caller's own row, without their ranks but with the keys of these (`RANK_KEY`): the
 * number of rows does not depend on the size of the group. A newcomer that no version counts yet already has the last
 * position.
 */
const ROWS = `
with boards as materialized (
  select ${BOARD_COLUMNS} from published_memberships member join scopes s on s.group_id = member.group_id
  where member.user_id = :viewer and not s.deleted and s.weekend_id = :weekendId
), chosen as (
  select best.*, false as is_own from boards b cross join lateral (${TOP}) best
  union all
  select s.*, null, true from boards b join standings s on s.scope_id = b.scope_id and s.user_id = :viewer
)
select b.scope_id as "scopeId", b.group_id as "groupId", b.version, rows."ownLine", coalesce(rows.top, '[]') as top
from boards b left join (
  select s.scope_id, json_agg(row order by s.place) filter (where not s.is_own) as top,
    json_agg(row) filter (where s.is_own) -> 0 as "ownLine"
  from chosen s join boards b on b.scope_id = s.scope_id
  left join users u on u.id = s.user_id
  cross join (select null::integer as position, null::text as tie_break) r
  cross join (select null::integer as position) p
  ${JOIN_ENTRY(':viewer::text')}
  cross join lateral (select json_build_object('entry', entry,
    'rankKey', case when not s.hidden then ${RANK_KEY(SCORE.map((column) => `s.${column}`))} end,
    'previousRankKey', case when not s.hidden and s.since_version < b.result_version then
      ${RANK_KEY(SCORE.map(BEFORE_LAST_RESULT))} end) as row) line
  group by s.scope_id
) rows using (scope_id)
order by b.group_id`

/** A row of a board without its rank. */
export type Line = { entry: Entry; rankKey: string | null; previousRankKey: string | null }
/** Of one group: its top rows, and the caller's own. */
export type GroupRows = { scopeId: number; groupId: number; version: number; ownLine: Line | null; top: Line[] }

/** Reads the rows of the user's groups with a scope in the weekend, by group. */
export const groupRows = async (
  sql: Database | Transaction,
  viewer: string,
  weekendId: number,
): Promise<GroupRows[]> => {
  const { rows } = await prepared<GroupRows>(sql, 'standings-in-groups', ROWS, { viewer, weekendId })
  return rows
}
