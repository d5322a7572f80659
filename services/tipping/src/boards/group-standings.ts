import type { Entry, GroupStanding } from '@purple-sector/contracts/tipping/http'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { getMany, versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import { BEFORE_LAST_RESULT, BOARD_COLUMNS, BOARD_ORDER, JOIN_ENTRY, SCORE } from './board-sql.ts'
import { countRanks, type GroupRanks, RANK_KEY } from './count-ranks.ts'

/**
 * The first rows of the board of `b`, in its order (`BOARD_ORDER`): rows with points along the index and, where these
 * are too few, rows with hidden points after them.
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
 * The top rows of each board and the caller's own row, without their ranks but with the keys that find these: as many
 * rows for a large group as for a small one. A newcomer whom no version counts yet already has the last position.
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
select b.scope_id as "scopeId", b.group_id as "groupId", b.version, rows.own, coalesce(rows.top, '[]') as top
from boards b left join (
  select s.scope_id, json_agg(row order by s.place) filter (where not s.is_own) as top,
    json_agg(row) filter (where s.is_own) -> 0 as own
  from chosen s join boards b on b.scope_id = s.scope_id
  left join users u on u.id = s.user_id
  cross join (select null::integer as position, null::text as tie_break) r
  cross join (select null::integer as position) p
  ${JOIN_ENTRY(':viewer::text')}
  cross join lateral (select json_build_object('entry', entry,
    'rank', case when not s.hidden then ${RANK_KEY(SCORE.map((column) => `s.${column}`))} end,
    'before', case when not s.hidden and s.since_version < b.result_version then
      ${RANK_KEY(SCORE.map(BEFORE_LAST_RESULT))} end) as row) line
  group by s.scope_id
) rows using (scope_id)
order by b.group_id`

type Line = { entry: Entry; rank: string | null; before: string | null }
type Row = { scopeId: number; groupId: number; version: number; own: Line | null; top: Line[] }

const rankedEntry = ({ entry, rank, before }: Line, ranks: GroupRanks): Entry => {
  const now = ranks.now.get(rank ?? '')
  const earlier = ranks.before.get(before ?? '')?.position
  if (!now) return entry
  const { position, tieBreak } = now
  return { ...entry, position, tieBreak, positionChange: earlier && position ? earlier - position : 0 }
}

const standingOf = ({ groupId, version, own, top }: Row, ranks: GroupRanks): GroupStanding => {
  const entry = own && rankedEntry(own, ranks)
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

/** Boards of groups; few of them are large. */
const MAX_CACHED = 2_000

/**
 * Reads the caller's standing in each of their groups that follows the weekend. Ranks are computed once a version. A
 * member who joined or was hidden since a version causes the next one within a second; only positions and the number of
 * members wait for that.
 */
export const groupStandings = ({ database }: { database: Database }) => {
  const ranks = versionedCache<number, number, GroupRanks | undefined>({ maxEntries: MAX_CACHED })

  const read = async (
    sql: Database | Transaction,
    { userId: viewer }: Pick<Caller, 'userId'>,
    weekendId: number,
  ): Promise<Row[]> => (await prepared<Row>(sql, 'standings-in-groups', ROWS, { viewer, weekendId })).rows

  const ranked = async (sql: Database | Transaction, rows: readonly Row[]): Promise<GroupStanding[]> => {
    const wanted = rows.map(({ scopeId, version }) => ({ key: scopeId, version }))
    const found = await getMany(ranks, wanted, (missing) => countRanks(sql, missing))
    return rows.flatMap((row, index) => {
      const known = found[index]
      return known ? [standingOf(row, known)] : []
    })
  }

  return async (caller: Pick<Caller, 'userId'>, weekendId: number): Promise<GroupStanding[]> => {
    const rows = await read(database, caller, weekendId)
    if (rows.every(({ scopeId, version }) => ranks.find(scopeId, version))) return ranked(database, rows)
    // Ranks that are not cached are computed in the snapshot of the rows they belong to.
    const config = { isolationLevel: 'repeatable read', readOnly: true } as const
    return database.transaction(async (sql) => ranked(sql, await read(sql, caller, weekendId)), config)
  }
}
