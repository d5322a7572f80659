import { displayName } from '@purple-sector/contracts/identity/display-name'
import type { OpenSeasonBoard, OpenSeasonEntry } from '@purple-sector/contracts/tipping/open-data'
import { openSeason } from '@purple-sector/contracts/tipping/scope'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import type { Database, Transaction } from '@purple-sector/database'
import { seasonLeaderboardReadModel } from '../season-leaderboards/season-leaderboard-read-model.ts'
import { seasonNotFound } from '../seasons/season-not-found.ts'
import { findSeason } from '../seasons/season-repository.ts'

/** A season with those of its rounds that are open to all. */
export type PublicSeason = Pick<OpenSeasonBoard, 'season' | 'rounds'>
/** `tag` identifies the state of the whole board. */
export type OpenSeasonPage = Pick<OpenSeasonBoard, 'version' | 'total' | 'entries'> & { tag: string }

const entryOf = (entry: SeasonEntry, weekendIds: ReadonlySet<number>): OpenSeasonEntry => {
  const { position, positionChange, weekendsPlayed, weekendsWon, picks } = entry
  return {
    ...{ position, positionChange, weekendsPlayed, weekendsWon, picks },
    rounds: entry.rounds.filter(({ weekendId }) => weekendIds.has(weekendId)),
    name: displayName(entry),
    // The open competition hides no points.
    totalPoints: entry.totalPoints ?? 0,
  }
}

/** Reads the open competition of a season for the public. */
export const openSeasonReadModel = (sql: Database | Transaction) => ({
  /** Finds a season; throws 404 while none of its rounds is open to all (docs/rules.md, Open data). */
  async find(seasonId: number): Promise<PublicSeason> {
    const season = await findSeason(sql, seasonId)
    const rounds = season?.rounds.filter(isOpenToAll) ?? []
    if (!season || rounds.length === 0) throw seasonNotFound()
    return {
      season: { id: season.id, name: season.name, year: season.year },
      rounds: rounds.map(({ weekendId, round, name }) => ({ weekendId, round, name })),
    }
  },

  async page(
    { season, rounds }: PublicSeason,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<OpenSeasonPage> {
    const page = await seasonLeaderboardReadModel(sql).page(openSeason(season.id), { limit, offset })
    const { version, total, entries } = page
    const shown = new Set(rounds.map(({ weekendId }) => weekendId))
    const tag = `"${[season.id, version, ...rounds.map(({ weekendId, round }) => `${round}-${weekendId}`)].join('.')}"`
    return { tag, version, total, entries: entries.map((entry) => entryOf(entry, shown)) }
  },
})
