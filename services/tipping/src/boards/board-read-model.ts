import type { BoardState, Entry, Standing } from '@purple-sector/contracts/tipping/http'
import type { Database, Transaction } from '@purple-sector/database'
import {
  BOARD_COLUMNS,
  BOARD_ORDER,
  ENTRY,
  GROUP_RANKS,
  POSITION,
  POSITION_CHANGE,
  type RanksTable,
  STANDING_JOINS,
} from './board-sql.ts'

/** A board somebody may read: the scope's id and which ranks it is read with. */
export type Board = { scopeId: number; groupId: number | null }
export type BoardPage = { version: number; total: number; newcomers: number; entries: Entry[] }
type PageOptions = { limit: number; offset: number; viewer?: string | null }

const ranksOf = ({ groupId }: Board): RanksTable => (groupId === null ? 'standing_ranks' : 'group_ranks')

const withBoard = (board: Board): string => `
with boards as materialized (select ${BOARD_COLUMNS} from scopes s where s.id = :scopeId)
${board.groupId === null ? '' : `, ${GROUP_RANKS}`}`

/** Participants: those a version counts, and those who came since. */
const SIZE = (board: Board): string =>
  board.groupId === null
    ? `b.participants as counted,
      (select count(*)::integer from standings where scope_id = b.scope_id and since_version is null) as newcomers`
    : `(select count(*)::integer from standings where scope_id = b.scope_id) as counted, 0 as newcomers`

const PAGE = (board: Board): string => `${withBoard(board)}
select b.version, ${SIZE(board)}, coalesce((
  select json_agg(${ENTRY(':viewer::text')} order by s.place)
  from (select *, row_number() over () as place from (
    select * from standings s where s.scope_id = :scopeId order by ${BOARD_ORDER('s')} limit :limit offset :offset
  ) best) s
  ${STANDING_JOINS(ranksOf(board))}
  left join users u on u.id = s.user_id
), '[]') as entries
from boards b`

const ENTRIES_OF = (board: Board): string => `${withBoard(board)}
select b.version, ${ENTRY(':viewer::text')} as entry
from boards b join standings s on s.scope_id = b.scope_id and s.user_id = any(:userIds::text[])
${STANDING_JOINS(ranksOf(board))}
left join users u on u.id = s.user_id`

const RANKS = (board: Board): string => `${withBoard(board)}
select coalesce(json_agg(json_build_object('points', total, 'firsts', firsts, 'seconds', seconds, 'thirds', thirds,
  'count', count, 'position', position) order by total desc, firsts desc, seconds desc, thirds desc), '[]') as ranks
from ${ranksOf(board)} r join boards b on b.scope_id = r.scope_id where not is_previous`

const STANDINGS = (board: Board): string => `${withBoard(board)}
select b.version, coalesce((
  select json_agg(json_build_object('userId', s.user_id, 'totalPoints', s.total, 'firsts', s.firsts,
    'seconds', s.seconds, 'thirds', s.thirds, 'position', ${POSITION}, 'positionChange', ${POSITION_CHANGE}))
  from standings s ${STANDING_JOINS(ranksOf(board))}
  where s.scope_id = b.scope_id and s.user_id = any(:userIds::text[])
), '[]') as standings
from boards b`

/** Reads boards as they stand, each answer from one snapshot. */
export const boardReadModel = (sql: Database | Transaction) => ({
  async findOpen(weekendId: number): Promise<Board | undefined> {
    const scope = await sql('scopes').where({ weekend_id: weekendId, group_id: null, deleted: false }).first('id')
    return scope && { scopeId: scope.id, groupId: null }
  },

  async findGroup(weekendId: number, groupId: number): Promise<Board | undefined> {
    const scope = await sql('scopes').where({ weekend_id: weekendId, group_id: groupId, deleted: false }).first('id')
    return scope && { scopeId: scope.id, groupId }
  },

  async page(board: Board, { limit, offset, viewer = null }: PageOptions): Promise<BoardPage> {
    type PageRow = { version: number; counted: number; newcomers: number; entries: Entry[] }
    const { rows } = await sql.raw<{ rows: PageRow[] }>(PAGE(board), { ...board, limit, offset, viewer })
    const [row] = rows
    if (!row) return { version: 0, total: 0, newcomers: 0, entries: [] }
    const { version, counted, newcomers, entries } = row
    return { version, total: counted + newcomers, newcomers, entries }
  },

  /** The rows of some participants; who is not on the board is left out. */
  async entriesOf(board: Board, userIds: readonly string[], viewer: string | null = null): Promise<Entry[]> {
    const { rows } = await sql.raw<{ rows: { entry: Entry }[] }>(ENTRIES_OF(board), { ...board, userIds, viewer })
    return rows.map(({ entry }) => entry)
  },

  async standingsOf(board: Board, userIds: readonly string[]): Promise<{ version: number; standings: Standing[] }> {
    const { rows } = await sql.raw<{ rows: { version: number; standings: Standing[] }[] }>(STANDINGS(board), {
      ...board,
      userIds,
    })
    return rows[0] ?? { version: 0, standings: [] }
  },

  async ranks(board: Board): Promise<BoardState['ranks']> {
    const { rows } = await sql.raw<{ rows: { ranks: BoardState['ranks'] }[] }>(RANKS(board), board)
    return rows[0]?.ranks ?? []
  },
})
