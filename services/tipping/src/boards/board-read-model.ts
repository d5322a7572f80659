import type { Entry, Standing } from '@purple-sector/contracts/tipping/http'
import type { LeaderboardState } from '@purple-sector/contracts/tipping/internal'
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
import { queryBoards } from './query-boards-sql.ts'

/** A board to read; its `groupId` decides which ranks it is read with. */
export type Board = { scopeId: number; groupId: number | null }
/**
 * `newcomers` joined since the version; `ownEntry` is the row of the requesting user, null if that user is not on the
 * board.
 */
export type BoardPage = {
  version: number
  changedAt: string | null
  total: number
  newcomers: number
  ownEntry: Entry | null
  entries: Entry[]
}
type PageOptions = { limit: number; offset: number; viewer?: string | null }

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
const STATEMENTS = { open: statementsOf('standing_ranks'), group: statementsOf('group_ranks') }
type BoardQuery = keyof typeof STATEMENTS.open

const queryBoard = async <Row>(
  sql: Database | Transaction,
  board: Board,
  query: BoardQuery,
  bindings: Record<string, unknown>,
): Promise<Row | undefined> => {
  const { scopeId, groupId } = board
  const kind = groupId === null ? 'open' : 'group'
  const [row] = await queryBoards<Row>(sql, [scopeId], {
    name: `${kind}-board-${query}`,
    statement: STATEMENTS[kind][query],
    bindings: { scopeId, ...bindings },
  })
  return row
}

/** Reads boards in their current state, each read from one snapshot. */
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

  /** Reads the board without its rows, cheaply: enough to validate a cached page. */
  async head(board: Board, viewer: string | null): Promise<BoardPage> {
    return this.read(board, 'head', { viewer })
  },

  async read(board: Board, query: 'page' | 'head', bindings: Partial<PageOptions>): Promise<BoardPage> {
    type PageRow = Omit<BoardPage, 'total'> & { participants: number }
    const row = await queryBoard<PageRow>(sql, board, query, bindings)
    if (!row) return { version: 0, changedAt: null, total: 0, newcomers: 0, ownEntry: null, entries: [] }
    const { participants, ...page } = row
    return { ...page, total: participants + page.newcomers }
  },

  /** Returns the rows of these users, each as the user sees it. */
  async entriesOf(board: Board, userIds: readonly string[]): Promise<{ version: number; entries: Entry[] }> {
    type EntriesRow = { version: number; entries: Entry[] }
    return (await queryBoard<EntriesRow>(sql, board, 'entries', { userIds })) ?? { version: 0, entries: [] }
  },

  async standingsOf(board: Board, userIds: readonly string[]): Promise<{ version: number; standings: Standing[] }> {
    type StandingsRow = { version: number; standings: Standing[] }
    return (await queryBoard<StandingsRow>(sql, board, 'standings', { userIds })) ?? { version: 0, standings: [] }
  },

  /** Returns the part of a board that gateways cache: its first 20 rows and all ranks, of one version. */
  async state(board: Board): Promise<LeaderboardState> {
    type StateRow = {
      version: number
      changedAt: string | null
      participants: number
      entries: Entry[]
      ranks: LeaderboardState['ranks']
    }
    const row = await queryBoard<StateRow>(sql, board, 'state', { limit: 20, offset: 0, viewer: null })
    if (!row) return { version: 0, changedAt: null, total: 0, entries: [], ranks: [] }
    const { participants: total, ...state } = row
    return { ...state, total }
  },
})
