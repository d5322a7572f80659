import type { Entry, GroupStanding } from '@purple-sector/contracts/tipping/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { getMany, versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import { BEFORE_LAST_RESULT, BOARD_COLUMNS, BOARD_ORDER, JOIN_ENTRY, SCORE } from './board-sql.ts'
import { countRanks, type GroupRanks, RANK_KEY } from './count-ranks-sql.ts'

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
  select ${BOARD_COLUMNS} from memberships member join scopes s on s.id = member.scope_id
  where member.user_id = :viewer and member.left_at is null and not s.deleted and s.weekend_id = :weekendId
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

type Line = { entry: Entry; rankKey: string | null; previousRankKey: string | null }
type Row = { scopeId: number; groupId: number; version: number; ownLine: Line | null; top: Line[] }

const rankedEntry = ({ entry, rankKey, previousRankKey }: Line, ranks: GroupRanks): Entry => {
  const current = ranks.current.get(rankKey ?? '')
  const previousPosition = ranks.previous.get(previousRankKey ?? '')?.position
  if (!current) return entry
  const { position, tieBreak } = current
  return {
    ...entry,
    position,
    tieBreak,
    positionChange: previousPosition && position ? previousPosition - position : 0,
  }
}

const standingOf = ({ groupId, version, ownLine, top }: Row, ranks: GroupRanks): GroupStanding => {
  const entry = ownLine && rankedEntry(ownLine, ranks)
  return {
    groupId,
    version,
    position: entry?.position ?? null,
    shared: entry?.tieBreak === 'shared',
    totalPoints: entry?.totalPoints ?? null,
    memberCount: ranks.memberCount,
    top: top.map((line) => rankedEntry(line, ranks)),
  }
}

/** Maximum number of cached group boards; few of them are large. */
const MAX_CACHED = 2_000

/**
 * Reads the standings of the calling user in those of their groups that follow the weekend. Ranks are computed once per
 * version. If a member joined or was hidden since a version, the next version follows within a second; until then only
 * positions and the number of members are out of date.
 */
export const groupStandings = ({ database }: { database: Database }) => {
  const ranks = versionedCache<number, number, GroupRanks | undefined>({ maxEntries: MAX_CACHED })

  const readRows = async (
    sql: Database | Transaction,
    { userId: viewer }: Pick<Caller, 'userId'>,
    weekendId: number,
  ): Promise<Row[]> => (await prepared<Row>(sql, 'standings-in-groups', ROWS, { viewer, weekendId })).rows

  const rankRows = async (sql: Database | Transaction, rows: readonly Row[]): Promise<GroupStanding[]> => {
    const keys = rows.map(({ scopeId, version }) => ({ key: scopeId, version }))
    const cachedRanks = await getMany(ranks, keys, (missing) => countRanks(sql, missing))
    return rows.flatMap((row, index) => {
      const groupRanks = cachedRanks[index]
      return groupRanks ? [standingOf(row, groupRanks)] : []
    })
  }

  return async (caller: Pick<Caller, 'userId'>, weekendId: number): Promise<GroupStanding[]> => {
    const rows = await readRows(database, caller, weekendId)
    if (rows.every(({ scopeId, version }) => ranks.find(scopeId, version))) return rankRows(database, rows)
    // Ranks that are not cached are computed in the snapshot of the rows they belong to.
    const config = { isolationLevel: 'repeatable read', readOnly: true } as const
    return database.transaction(async (sql) => rankRows(sql, await readRows(sql, caller, weekendId)), config)
  }
}
