import type { ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import type { SeasonChances } from '../chances/season-chances.ts'
import { NO_CHANCES } from '../chances/weekend-competition.ts'
import { seasonLeaderboardReadModel } from './season-leaderboard-read-model.ts'

type Dependencies = { database: Database; chances: SeasonChances }

/** Reads season leaderboards for gateways; one that does not exist is empty. */
export const internalSeasonLeaderboards = ({ database, chances }: Dependencies) => {
  const leaderboards = seasonLeaderboardReadModel(database)
  return {
    page: async ({ query: { scope, ...page } }: ParsedCall<typeof calls.findSeasonLeaderboardPage>) => {
      const { ownEntry: _, ...content } = await leaderboards.page(scope, page)
      return content
    },

    entries: ({ request: { scope, userIds } }: ParsedCall<typeof calls.findSeasonLeaderboardEntries>) =>
      leaderboards.entriesOf(scope, userIds),

    standings: async ({ request: { scope, userIds } }: ParsedCall<typeof calls.findSeasonStandings>) => {
      const { version, places } = await leaderboards.placesOf(scope, userIds)
      const participants = places.map(({ userId }) => userId)
      const found = participants.length > 0 ? await chances.of(scope, participants) : undefined
      const standings = places.map((place) => {
        const { canWin, clinched } = found?.get(place.userId) ?? NO_CHANCES
        return { ...place, canWin, clinched }
      })
      return { version, standings }
    },
  }
}
