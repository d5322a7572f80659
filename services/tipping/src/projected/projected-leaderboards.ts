import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { getMany, versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import type { LedgerRace } from '../scoring/award-ledger-sql.ts'
import {
  type ProjectedBoard,
  projectedBoardReadModel,
  type RankedBoard,
  type Running,
} from './projected-board-read-model.ts'
import { projectedRace } from './projected-race.ts'

type TopsRequest = ParsedCall<typeof calls.findProjectedLeaderboards>
type TopsReply = CallAnswer<typeof calls.findProjectedLeaderboards>
type Scope = { id: number; version: number }
type Page = { limit: number; offset: number; viewer?: string | null }

const TOP = { limit: 20, offset: 0 }
const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const

/** Cache time, ms; short, so that tips submitted meanwhile are counted before the board has another version. */
const TTL_MS = 10_000

/** Returns the version of a cached board: it changes with the race, its points, its lock, the order or the board. */
const versionOf = ({ race, podium }: { race: LedgerRace; podium: Running['podium'] }, { version }: Scope): string =>
  JSON.stringify([race.raceId, race.points, race.locksAt, podium, version])

/**
 * Projected leaderboards, computed on request and cached for one order and one version of the board (docs/rules.md,
 * Live timing). They are never stored, never in the ledger, and lock nothing that a tip or a scoring waits for.
 */
export const projectedLeaderboards = ({ database }: { database: Database }) => {
  const tops = versionedCache<number, string, ProjectedBoard | undefined>({ maxEntries: 2_500, ttlMs: TTL_MS })
  const pages = versionedCache<string, string, RankedBoard | undefined>({ maxEntries: 200, ttlMs: TTL_MS })

  const scopesOf = async (
    sql: Database | Transaction,
    weekendId: number,
    requested: readonly { groupId: number | null }[],
  ) => {
    const includesOpen = requested.some(({ groupId }) => groupId === null)
    const groupIds = requested.flatMap(({ groupId }) => groupId ?? [])
    const { rows } = await sql.raw<{ rows: Scope[] }>(
      `select id, version from scopes where weekend_id = :weekendId and not deleted
         and ((:includesOpen::boolean and group_id is null) or group_id = any(:groupIds::integer[])) order by id`,
      { weekendId, includesOpen, groupIds },
    )
    return rows
  }

  const computeTops = (running: Running) => async (scopeIds: number[]) => {
    const boards = await database.transaction(
      (sql) => projectedBoardReadModel(sql, running).readMany(scopeIds, TOP),
      SNAPSHOT,
    )
    return new Map(boards.map((board) => [board.scopeId, board]))
  }

  return {
    /**
     * Returns the first rows of many boards; leaves out boards in which the race does not count, and returns none for a
     * race that is not running.
     */
    async findTops({ request: { raceId, podium, scopes: requested } }: TopsRequest): Promise<TopsReply> {
      const race = await projectedRace(database, raceId)
      if (!race) return { leaderboards: [] }
      const running = { race, podium }
      const { weekendId } = race
      const scopes = await scopesOf(
        database,
        weekendId,
        requested.filter((scope) => scope.weekendId === weekendId),
      )
      const keys = scopes.map((scope) => ({ key: scope.id, version: versionOf(running, scope) }))
      const boards = await getMany(tops, keys, computeTops(running))
      return {
        leaderboards: boards.flatMap((board) => {
          if (!board) return []
          const { groupId, version, total, entries } = board
          return [{ scope: { weekendId, groupId }, version, total, entries }]
        }),
      }
    },

    /** Returns a page of one board, with its ranks; undefined if the race does not count in it. */
    page(running: Running, scope: Scope, { viewer = null, ...page }: Page): Promise<RankedBoard | undefined> {
      const compute = () =>
        database.transaction(
          (sql) => projectedBoardReadModel(sql, running).page(scope.id, { ...page, viewer }),
          SNAPSHOT,
        )
      const key = JSON.stringify([scope.id, page.limit, page.offset, viewer])
      return pages.get(key, versionOf(running, scope), compute)
    },
  }
}

export type ProjectedLeaderboards = ReturnType<typeof projectedLeaderboards>
