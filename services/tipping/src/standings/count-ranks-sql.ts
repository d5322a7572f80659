import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { BOARD_COLUMNS, GROUP_RANKS } from '../leaderboards/leaderboard-sql.ts'

type TieBreak = 'shared' | 'first' | 'second' | 'third' | null
type Rank = { position: number | null; tieBreak: TieBreak }

/** The ranks of a group's board by points and picks (`RANK_KEY`), current and before the last result. */
export type GroupRanks = {
  memberCount: number
  current: ReadonlyMap<string, Rank>
  previous: ReadonlyMap<string, Rank>
}

/** Returns SQL that names a rank within its board by points and picks. */
export const RANK_KEY = (columns: readonly string[]): string => `concat_ws('/', ${columns.join(', ')})`

const RANKS = `
with boards as materialized (
  select ${BOARD_COLUMNS} from scopes s where s.id = any(:scopeIds::bigint[])
), ${GROUP_RANKS}
select b.scope_id as "scopeId", ranked.ranks,
  (select count(*)::integer from standings where scope_id = b.scope_id) as "memberCount"
from boards b left join (
  select scope_id, json_agg(json_build_object('isPrevious', is_previous, 'position', position, 'tieBreak', tie_break,
    'key', ${RANK_KEY(['total', 'firsts', 'seconds', 'thirds'])})) as ranks
  from group_ranks group by scope_id
) ranked using (scope_id)`

type Row = {
  scopeId: number
  memberCount: number
  ranks: (Rank & { isPrevious: boolean; key: string })[] | null
}

const ranksOf = ({ memberCount, ranks }: Row): GroupRanks => {
  const ranksByKey = (areFromBefore: boolean) =>
    new Map(
      (ranks ?? []).flatMap(({ isPrevious, key, ...rank }) => (isPrevious === areFromBefore ? [[key, rank]] : [])),
    )
  return { memberCount, current: ranksByKey(false), previous: ranksByKey(true) }
}

/** Computes the ranks of these boards, by scope id; reads all members. */
export const countRanks = async (
  sql: Database | Transaction,
  scopeIds: readonly number[],
): Promise<Map<number, GroupRanks>> => {
  const { rows } = await prepared<Row>(sql, 'ranks-of-groups', RANKS, { scopeIds })
  return new Map(rows.map((row) => [row.scopeId, ranksOf(row)]))
}
