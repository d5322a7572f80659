import type { Database } from '@purple-sector/database'
import { refreshBoards } from '../src/board-publishing/refresh-boards.ts'
import {
  type SeasonPage,
  seasonLeaderboardReadModel,
} from '../src/season-leaderboards/season-leaderboard-read-model.ts'
import { refreshSeasonBoards } from '../src/seasons/refresh-season-boards.ts'

/** Counts newcomers and new names on weekends' boards, and makes what waits for others due. */
export const settleBoards = async (database: Database): Promise<void> => {
  await database('scopes').update({ refreshed_at: '-infinity' })
  await refreshBoards(database)
  await database('seasons_to_refresh').update({ due_at: '-infinity' })
}

/** Refreshes weekends' boards and season leaderboards, as background tasks do after a while. */
export const settleSeasons = async (database: Database): Promise<void> => {
  await settleBoards(database)
  await refreshSeasonBoards(database)
}

/** Reads the open leaderboard of a season as all fans see it. */
export const readOpenSeason = (database: Database, seasonId: number): Promise<SeasonPage> =>
  seasonLeaderboardReadModel(database).page({ seasonId, groupId: null }, { limit: 1000, offset: 0 })
