import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { BOARD_COLUMNS, GROUP_RANKS } from './board-sql.ts'

type TieBreak = 'shared' | 'first' | 'second' | 'third' | null
type Rank = { position: number | null; tieBreak: TieBreak }

/** The ranks of a group's board by points and picks (`RANK_KEY`), as they are and as they were before the last result. */
export type GroupRanks = {
  version: number
  memberCount: number
  now: ReadonlyMap<string, Rank>
  before: ReadonlyMap<string, Rank>
}

/** Names a rank within its board: SQL of points and picks. */
export const RANK_KEY = (columns: readonly string[]): string => `concat_ws('/', ${columns.join(', ')})`

const RANKS = `
with boards as materialized (
  select ${BOARD_COLUMNS} from scopes s where s.id = any(:scopeIds::bigint[])
), ${GROUP_RANKS}
select b.scope_id as "scopeId", b.version, ranked.ranks,
  (select count(*)::integer from standings where scope_id = b.scope_id) as "memberCount"
from boards b left join (
  select scope_id, json_agg(json_build_object('isPrevious', is_previous, 'position', position, 'tieBreak', tie_break,
    'key', ${RANK_KEY(['total', 'firsts', 'seconds', 'thirds'])})) as ranks
  from group_ranks group by scope_id
) ranked using (scope_id)`

type Row = {
  scopeId: number
  version: number
  memberCount: number
  ranks: (Rank & { isPrevious: boolean; key: string })[] | null
}

const ranksOf = ({ version, memberCount, ranks }: Row): GroupRanks => {
  const these = (wanted: boolean) =>
    new Map((ranks ?? []).flatMap(({ isPrevious, key, ...rank }) => (isPrevious === wanted ? [[key, rank]] : [])))
  return { version, memberCount, now: these(false), before: these(true) }
}

/** So many boards are kept; of large groups there are few. */
const MOST_KEPT = 2_000

export type KnownBoard = { scopeId: number; version: number }

/**
 * Ranks of groups' boards, counted once a version: counting goes over all members. Who came or was hidden since a version
 * brings the next one within a second; nothing but positions and the number of members waits for that.
 */
export const keptRanks = () => {
  const kept = new Map<number, GroupRanks>()

  return {
    /** The ranks of this version of the board; undefined where they are not known. */
    find({ scopeId, version }: KnownBoard): GroupRanks | undefined {
      const ranks = kept.get(scopeId)
      return ranks?.version === version ? ranks : undefined
    },

    /** Counts those of these boards, in a snapshot in which they were seen. */
    async count(sql: Database | Transaction, boards: readonly KnownBoard[]): Promise<void> {
      const scopeIds = boards.map(({ scopeId }) => scopeId)
      const { rows } = await prepared<Row>(sql, 'ranks-of-groups', RANKS, { scopeIds })
      for (const row of rows) {
        kept.delete(row.scopeId)
        kept.set(row.scopeId, ranksOf(row))
      }
      for (const [oldest] of kept) {
        if (kept.size <= MOST_KEPT) break
        kept.delete(oldest)
      }
    },
  }
}
