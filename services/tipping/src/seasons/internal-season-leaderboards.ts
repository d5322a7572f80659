import type { ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { seasonLeaderboardReadModel } from './season-leaderboard-read-model.ts'

/** Reads season leaderboards for gateways; one that does not exist is empty. */
export const internalSeasonLeaderboards = ({ database }: { database: Database }) => {
  const leaderboards = seasonLeaderboardReadModel(database)
  return {
    page: async ({ query: { scope, ...page } }: ParsedCall<typeof calls.findSeasonLeaderboardPage>) => {
      const { ownEntry: _, ...content } = await leaderboards.page(scope, page)
      return content
    },

    entries: ({ request: { scope, userIds } }: ParsedCall<typeof calls.findSeasonLeaderboardEntries>) =>
      leaderboards.entriesOf(scope, userIds),
  }
}
