import type { GroupStanding } from '@purple-sector/contracts/tipping/http'
import type { FanFigures } from '@purple-sector/contracts/tipping/internal'
import { openCompetition, openSeason } from '@purple-sector/contracts/tipping/scope'
import type { Database, Transaction } from '@purple-sector/database'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { seasonLeaderboardReadModel } from '../season-leaderboards/season-leaderboard-read-model.ts'
import { findSeasonOfWeekend } from '../seasons/season-of-weekend-read-model.ts'
import { groupStandings } from './group-standings.ts'
import { readForm } from './my-stats.ts'
import { weekendReadModel } from './weekend-read-model.ts'

type UserOfWeekend = { userId: string; weekendId: number }

const readOpenCompetition = async (
  sql: Transaction,
  user: UserOfWeekend,
): Promise<Omit<FanFigures, 'groups' | 'changedAt' | 'season'>> => {
  const leaderboards = leaderboardReadModel(sql)
  const board = await leaderboards.find(openCompetition(user.weekendId))
  if (!board) return { participants: 0, standing: null, latestRace: null }
  const { total: participants, ownEntry } = await leaderboards.head(board, user.userId)
  const standing = ownEntry && {
    position: ownEntry.position,
    isShared: ownEntry.tieBreak === 'shared',
    totalPoints: ownEntry.totalPoints ?? 0,
    positionChange: ownEntry.positionChange,
    picks: ownEntry.picks,
    tipsSubmitted: ownEntry.tipsSubmitted,
    ...(await readForm(sql, user)),
  }
  return { participants, standing, latestRace: await weekendReadModel(sql).latestRace(board.scopeId, user) }
}

const visibleStanding = (standing: GroupStanding): FanFigures['groups'] => {
  const { groupId, position, shared: isShared, totalPoints, memberCount } = standing
  return totalPoints === null ? [] : [{ groupId, position, isShared, totalPoints, memberCount }]
}

const readSeason = async (database: Database, { userId, weekendId }: UserOfWeekend): Promise<FanFigures['season']> => {
  const season = await findSeasonOfWeekend(database, weekendId)
  if (!season) return null
  const page = { limit: 1, offset: 0, viewer: userId }
  const { total, ownEntry, changedAt } = await seasonLeaderboardReadModel(database).page(openSeason(season.id), page)
  return (
    ownEntry && {
      name: season.name,
      position: ownEntry.position,
      isShared: ownEntry.tieBreak === 'shared',
      totalPoints: ownEntry.totalPoints ?? 0,
      participants: total,
      positionChange: ownEntry.positionChange,
      playedRounds: ownEntry.rounds.length,
      rounds: season.rounds,
      changedAt: changedAt ?? null,
    }
  )
}

/**
 * Reads the statistics of a weekend that a user may share: the user's row of each board, also of its season, and the last
 * race. Each board is read from one snapshot.
 */
export const fanFigures = ({ database }: { database: Database }) => {
  const standings = groupStandings({ database })
  const lastChange = lastResultChange(database)
  return async (user: UserOfWeekend): Promise<FanFigures> => {
    const config = { isolationLevel: 'repeatable read', readOnly: true } as const
    const openCompetition = await database.transaction((sql) => readOpenCompetition(sql, user), config)
    const groups = (await standings(user, user.weekendId)).flatMap(visibleStanding)
    return {
      ...openCompetition,
      groups,
      changedAt: (await lastChange.ofWeekends([user.weekendId]))?.toISOString() ?? null,
      season: await readSeason(database, user),
    }
  }
}
