import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import type { LedgerRace } from '../scoring/award-ledger.ts'
import { keptBoards } from './kept-boards.ts'
import { type ProvisionalBoard, provisionalBoards, type RankedBoard, type Running } from './provisional-boards.ts'
import { raceAsItStands } from './race-as-it-stands.ts'

type Asked = ParsedCall<typeof calls.findBoardsAsTheyStand>
type Told = CallAnswer<typeof calls.findBoardsAsTheyStand>
type Scope = { id: number; version: number }
type Page = { limit: number; offset: number; viewer?: string | null }

const TOP = { limit: 20, offset: 0 }
const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const

/** Computed anew where the race, its worth, the order or the board is another. */
const stampOf = ({ race, podium }: { race: LedgerRace; podium: Running['podium'] }, { version }: Scope): string =>
  JSON.stringify([race.raceId, race.points, race.locksAt, podium, version])

/**
 * Boards as they stand, computed when somebody asks and kept in memory for one order and one version of the board
 * (docs/rules.md, Live timing): never stored, never in the ledger, and with no lock that a tip or a scoring would wait for.
 */
export const boardsAsTheyStand = ({ database }: { database: Database }) => {
  const tops = keptBoards<ProvisionalBoard | undefined>({ most: 2_500, ttlMs: 10_000 })
  const pages = keptBoards<RankedBoard | undefined>({ most: 200, ttlMs: 10_000 })

  const scopesOf = async (sql: Database | Transaction, weekendId: number, open: boolean, groupIds: number[]) => {
    const { rows } = await sql.raw<{ rows: Scope[] }>(
      `select id, version from scopes where weekend_id = :weekendId and not deleted
         and ((:open::boolean and group_id is null) or group_id = any(:groupIds::integer[])) order by id`,
      { weekendId, open, groupIds },
    )
    return rows
  }

  const computeTops = (running: Running) => async (unknown: readonly { place: string }[]) => {
    const scopeIds = unknown.map(({ place }) => Number(place))
    const boards = await database.transaction((sql) => provisionalBoards(sql, running).all(scopeIds, TOP), SNAPSHOT)
    return new Map(boards.map((board) => [String(board.scopeId), board]))
  }

  return {
    /** The first rows of many boards; those in which the race does not count are left out, all where it does not run. */
    async tops({ params: { weekendId }, request: { raceId, podium, open, groupIds } }: Asked): Promise<Told> {
      const race = await raceAsItStands(database, { raceId, weekendId })
      if (!race) return { boards: [] }
      const running = { race, podium }
      const scopes = await scopesOf(database, weekendId, open, groupIds)
      const places = scopes.map((scope) => ({ place: String(scope.id), stamp: stampOf(running, scope) }))
      const boards = await tops.getAll(places, computeTops(running), undefined)
      return { boards: boards.flatMap((board) => board ?? []) }
    },

    /** A page of one board, with its ranks; undefined where the race does not count in it. */
    async page(running: Running, scope: Scope, { viewer = null, ...page }: Page): Promise<RankedBoard | undefined> {
      const compute = () =>
        database.transaction((sql) => provisionalBoards(sql, running).page(scope.id, { ...page, viewer }), SNAPSHOT)
      const place = JSON.stringify([scope.id, page.limit, page.offset, viewer])
      const [board] = await pages.getAll(
        [{ place, stamp: stampOf(running, scope) }],
        async () => new Map([[place, await compute()]]),
        undefined,
      )
      return board
    },
  }
}

export type BoardsAsTheyStand = ReturnType<typeof boardsAsTheyStand>
