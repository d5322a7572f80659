import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { SeasonChances } from '../chances/season-chances.ts'
import { NO_CHANCES } from '../chances/weekend-competition.ts'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { seasonNotFound } from '../seasons/season-not-found.ts'
import { ownSeasonOf } from './own-season.ts'
import { ownSeasonReadModel } from './own-season-read-model.ts'

/** A fan's own season, and when a result last changed it. */
export type ReadOwnSeason = (
  caller: Pick<Caller, 'userId'>,
  competition: SeasonScope,
) => Promise<{ season: OwnSeason; changedAt: Date | null }>

/**
 * Reads a fan's own season round by round, in the open competition or in a group; whether the fan may read that of the
 * group is the caller's to check. Throws 404 `SEASON_NOT_FOUND`.
 */
export const readOwnSeason =
  ({ database, chances }: { database: Database; chances: SeasonChances }): ReadOwnSeason =>
  async ({ userId }, competition) => {
    const stored = await ownSeasonReadModel(database).find(competition, userId)
    if (!stored) throw seasonNotFound()
    const own = (await chances.of(competition, [userId])).get(userId)
    const season = ownSeasonOf(stored, own ?? NO_CHANCES)
    const weekendIds = stored.rounds.map(({ weekendId }) => weekendId)
    return { season, changedAt: await lastResultChange(database).ofWeekends(weekendIds) }
  }
