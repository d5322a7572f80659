import type { BoardState, Entry, Standing } from '@purple-sector/contracts/tipping/http'
import type { Database, Transaction } from '@purple-sector/database'
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
} from './board-sql.ts'
import { askBoards } from './small-boards.ts'

/** A board somebody may read: the scope's id and which ranks it is read with. */
export type Board = { scopeId: number; groupId: number | null }
/** `newcomers` came since the version; `own` is the row of who reads, null for who is not on the board. */
export type BoardPage = {
  version: number
  changedAt: string | null
  total: number
  newcomers: number
  own: Entry | null
  entries: Entry[]
}
type PageOptions = { limit: number; offset: number; viewer?: string | null }

const ranksOf = ({ groupId }: Board): RanksTable => (groupId === null ? 'standing_ranks' : 'group_ranks')

const withBoard = (board: Board): string => `
with boards as materialized (select ${BOARD_COLUMNS} from scopes s where s.id = :scopeId)
${board.groupId === null ? '' : `, ${GROUP_RANKS}`}`

const CHANGED_AT = `${INSTANT('b.changed_at')} as "changedAt"`

/** Participants: those a version counts, and those who came since. */
const SIZE = (board: Board): string =>
  board.groupId === null
    ? `b.participants as counted,
      (select count(*)::integer from standings where scope_id = b.scope_id and since_version is null) as newcomers`
    : `(select count(*)::integer from standings where scope_id = b.scope_id) as counted, 0 as newcomers`

const OWN = (board: Board): string => `(
  select to_json(entry) from standings s
  ${STANDING_JOINS(ranksOf(board))}
  left join users u on u.id = s.user_id
  ${JOIN_ENTRY(':viewer::text')}
  where s.scope_id = :scopeId and s.user_id = :viewer::text
)`

const ROWS = (board: Board): string => `coalesce((
  select json_agg(entry order by s.place)
  from (select *, row_number() over () as place from (
    select * from standings s where s.scope_id = :scopeId order by ${BOARD_ORDER('s', ranksOf(board))} limit :limit offset :offset
  ) best) s
  ${STANDING_JOINS(ranksOf(board))}
  left join users u on u.id = s.user_id
  ${JOIN_ENTRY(':viewer::text')}
), '[]')`

const PAGE = (board: Board, rows: string): string => `${withBoard(board)}
select b.version, ${CHANGED_AT}, ${SIZE(board)}, ${OWN(board)} as own, ${rows} as entries from boards b`

const RANKS = (board: Board): string => `coalesce((
  select json_agg(json_build_object('points', total, 'firsts', firsts, 'seconds', seconds, 'thirds', thirds,
    'count', count, 'position', position) order by total desc, firsts desc, seconds desc, thirds desc)
  from ${ranksOf(board)} r where r.scope_id = :scopeId and not is_previous), '[]')`

const STATE = (board: Board): string => `${withBoard(board)}
select b.version, ${CHANGED_AT}, ${SIZE(board)}, ${ROWS(board)} as entries, ${RANKS(board)} as ranks from boards b`

const STANDINGS = (board: Board): string => `${withBoard(board)}
select b.version, coalesce((
  select json_agg(json_build_object('userId', s.user_id, 'totalPoints', s.total, 'firsts', s.firsts,
    'seconds', s.seconds, 'thirds', s.thirds, 'position', ${POSITION}, 'positionChange', ${POSITION_CHANGE}))
  from standings s ${STANDING_JOINS(ranksOf(board))}
  where s.scope_id = b.scope_id and s.user_id = any(:userIds::text[])
), '[]') as standings
from boards b`

const ENTRIES = (board: Board): string => `${withBoard(board)}
select b.version, coalesce((
  select json_agg(entry) from standings s ${STANDING_JOINS(ranksOf(board))}
  left join users u on u.id = s.user_id
  ${JOIN_ENTRY('s.user_id')}
  where s.scope_id = b.scope_id and s.user_id = any(:userIds::text[])
), '[]') as entries
from boards b`

const STATEMENTS = {
  page: (board: Board) => PAGE(board, ROWS(board)),
  head: (board: Board) => PAGE(board, `'[]'::json`),
  state: STATE,
  standings: STANDINGS,
  entries: ENTRIES,
}
type Question = keyof typeof STATEMENTS

const ask = async <Row>(
  sql: Database | Transaction,
  board: Board,
  question: Question,
  bindings: Record<string, unknown>,
): Promise<Row | undefined> => {
  const { scopeId, groupId } = board
  const name = `${groupId === null ? 'open' : 'group'}-board-${question}`
  const statement = STATEMENTS[question](board)
  const [row] = await askBoards<Row>(sql, [scopeId], { name, statement, bindings: { scopeId, ...bindings } })
  return row
}

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
    return this.read(board, 'page', { limit, offset, viewer })
  },

  /** The board without its rows, at little cost: enough to tell whether somebody's copy of a page still holds. */
  async head(board: Board, viewer: string | null): Promise<BoardPage> {
    return this.read(board, 'head', { viewer })
  },

  async read(board: Board, question: 'page' | 'head', bindings: Partial<PageOptions>): Promise<BoardPage> {
    type PageRow = Omit<BoardPage, 'total'> & { counted: number }
    const row = await ask<PageRow>(sql, board, question, bindings)
    if (!row) return { version: 0, changedAt: null, total: 0, newcomers: 0, own: null, entries: [] }
    const { counted, ...page } = row
    return { ...page, total: counted + page.newcomers }
  },

  /** The rows of these users, each as its user sees it. */
  async entriesOf(board: Board, userIds: readonly string[]): Promise<{ version: number; entries: Entry[] }> {
    type EntriesRow = { version: number; entries: Entry[] }
    return (await ask<EntriesRow>(sql, board, 'entries', { userIds })) ?? { version: 0, entries: [] }
  },

  async standingsOf(board: Board, userIds: readonly string[]): Promise<{ version: number; standings: Standing[] }> {
    type StandingsRow = { version: number; standings: Standing[] }
    return (await ask<StandingsRow>(sql, board, 'standings', { userIds })) ?? { version: 0, standings: [] }
  },

  /** What a gateway holds of a board: its first 20 rows and the whole table of ranks, of one version. */
  async state(board: Board): Promise<Omit<BoardState, 'weekendId' | 'groupId'>> {
    type StateRow = {
      version: number
      changedAt: string | null
      counted: number
      entries: Entry[]
      ranks: BoardState['ranks']
    }
    const row = await ask<StateRow>(sql, board, 'state', { limit: 20, offset: 0, viewer: null })
    if (!row) return { version: 0, changedAt: null, total: 0, entries: [], ranks: [] }
    const { counted: total, ...state } = row
    return { ...state, total }
  },
})
