import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { getMany, versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import { isLockedForGood } from '../locks/lock-read-model.ts'
import type { LedgerRace } from '../scoring/award-ledger-sql.ts'
import { scoringRepository } from '../scoring/scoring-repository.ts'
import {
  leaderboardReadModel,
  type PageOptions,
  type ProjectedPage,
  type RankedPage,
  type Running,
} from './leaderboard-read-model.ts'
import { findScopes, isRunning, type ScopeVersion } from './projected-sql.ts'

type TopsRequest = ParsedCall<typeof calls.findProjectedLeaderboards>
type TopsReply = CallAnswer<typeof calls.findProjectedLeaderboards>

const TOP = { limit: 20, offset: 0 }

/** Cache time, ms; short, so that tips submitted meanwhile are counted before the leaderboard has another version. */
const TTL_MS = 10_000

/** Returns the version of a cached page: it changes with the race, its points, its lock, the order or the official view. */
const versionOf = ({ race, podium }: Running, { version }: ScopeVersion): string =>
  JSON.stringify([race.raceId, race.points, race.locksAt, podium, version])

/**
 * Projected leaderboards, computed on request and cached for one order and one version (docs/rules.md, Live timing).
 * They are never stored, never in the ledger, and lock nothing that a tip or a scoring waits for.
 */
export const projectedLeaderboards = ({ database }: { database: Database }) => {
  const tops = versionedCache<number, string, ProjectedPage | undefined>({ maxEntries: 2_500, ttlMs: TTL_MS })
  const pages = versionedCache<string, string, RankedPage | undefined>({ maxEntries: 200, ttlMs: TTL_MS })
  const leaderboards = leaderboardReadModel(database)

  const computeTops = (running: Running) => async (scopeIds: number[]) => {
    const found = await leaderboards.projected(running).pages(scopeIds, TOP)
    return new Map(found.map((page) => [page.scopeId, page]))
  }

  /**
   * Returns the race if leaderboards are projected for it. Undefined while the race accepts tips, because no fan may
   * learn others' tips before the lock (docs/rules.md, Tips), when it has a result or awards nothing, and while timing
   * is paused.
   */
  const findRace = (raceId: number): Promise<LedgerRace | undefined> =>
    database.transaction(
      async (sql) =>
        (await isRunning(sql, raceId)) && (await isLockedForGood(sql, raceId))
          ? scoringRepository(sql).race(raceId)
          : undefined,
      { isolationLevel: 'repeatable read', readOnly: true },
    )

  return {
    findRace,

    /**
     * Returns the first rows of many leaderboards; leaves out those in which the race does not count, and returns none
     * for a race that is not running.
     */
    async findTops({ request: { raceId, podium, scopes } }: TopsRequest): Promise<TopsReply> {
      const race = await findRace(raceId)
      if (!race) return { leaderboards: [] }
      const running = { race, podium }
      const { weekendId } = race
      const groupIds = scopes.flatMap((scope) => (scope.weekendId === weekendId ? [scope.groupId] : []))
      const found = await findScopes(database, weekendId, groupIds)
      const keys = found.map((scope) => ({ key: scope.scopeId, version: versionOf(running, scope) }))
      const projected = await getMany(tops, keys, computeTops(running))
      return {
        leaderboards: projected.flatMap((page) => {
          if (!page) return []
          const { groupId, version, total, entries } = page
          return [{ scope: { weekendId, groupId }, version, total, entries }]
        }),
      }
    },

    /** Returns a page of one leaderboard, with its ranks; undefined if the race does not count in it. */
    page(running: Running, scope: ScopeVersion, options: PageOptions): Promise<RankedPage | undefined> {
      const { limit, offset, viewer = null } = options
      const key = JSON.stringify([scope.scopeId, limit, offset, viewer])
      return pages.get(key, versionOf(running, scope), () =>
        leaderboards.projected(running).page(scope.scopeId, options),
      )
    },
  }
}

export type ProjectedLeaderboards = ReturnType<typeof projectedLeaderboards>
