import type { MyStats } from '@purple-sector/contracts/tipping/http'
import { openCompetition } from '@purple-sector/contracts/tipping/scope'
import type { Database, Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { weekendReadModel } from './weekend-read-model.ts'

const FORM_LENGTH = 5

/** Percent with one decimal; 0 without a scored race. */
export const successRate = (points: readonly number[]): number => {
  const hits = points.filter((tipPoints) => tipPoints > 0).length
  return points.length === 0 ? 0 : Math.round((hits / points.length) * 1000) / 10
}

/** Reads the success rate and recent points of a user's tips in the scored races of the open competition. */
export const readForm = async (
  sql: Database | Transaction,
  user: { userId: string; weekendId: number },
): Promise<Pick<MyStats, 'successRate' | 'recentForm'>> => {
  const points = await weekendReadModel(sql).tipPoints(user)
  return { successRate: successRate(points), recentForm: points.slice(-FORM_LENGTH) }
}

/** Reads the statistics of a user in the open competition of a weekend (docs/rules.md, Standings). */
export const myStats =
  ({ database }: { database: Database }) =>
  async ({ userId }: Caller, weekendId: number): Promise<MyStats> => {
    const leaderboards = leaderboardReadModel(database)
    const board = await leaderboards.find(openCompetition(weekendId))
    const ownEntry = board === undefined ? null : (await leaderboards.head(board, userId)).ownEntry
    if (ownEntry === null) return { position: null, totalPoints: 0, tipsSubmitted: 0, successRate: 0, recentForm: [] }
    const { position, totalPoints, tipsSubmitted } = ownEntry
    return {
      position,
      totalPoints: totalPoints ?? 0,
      tipsSubmitted,
      ...(await readForm(database, { userId, weekendId })),
    }
  }
