import type { WeekendSummary } from '@purple-sector/contracts/tipping/internal'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Database, Transaction } from '@purple-sector/database'
import { type Leaderboard, leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { weekendReadModel } from './weekend-read-model.ts'

const TOP = 10

const summaryOf = async (sql: Transaction, board: Leaderboard, weekendId: number): Promise<WeekendSummary> => {
  const { total: participants, entries: top } = await leaderboardReadModel(sql).page(board, { limit: TOP, offset: 0 })
  const weekend = weekendReadModel(sql)
  const races = await weekend.scoredRaces(board.scopeId, weekendId)
  const categories = await weekend.tippedCategories(board.scopeId)
  const tips = categories.reduce((sum, { racers }) => sum + racers, 0)
  return { participants, tips, top, races, categories }
}

/**
 * Summarizes the open competition of a weekend, from one snapshot. Counts and points only: no single tip can be
 * inferred.
 */
export const summariseWeekend =
  ({ database }: { database: Database }) =>
  (weekendId: number): Promise<WeekendSummary> =>
    database.transaction(
      async (sql) => {
        const board = await leaderboardReadModel(sql).find(openCompetition(weekendId))
        return board
          ? summaryOf(sql, board, weekendId)
          : { participants: 0, tips: 0, top: [], races: [], categories: [] }
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
