import type { ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { leaderboardReadModel } from './leaderboard-read-model.ts'

/** Reads leaderboards for gateways; one that does not exist is empty. */
export const internalLeaderboards = ({ database }: { database: Database }) => {
  const leaderboards = leaderboardReadModel(database)
  return {
    state: async ({ query: { scope } }: ParsedCall<typeof calls.findLeaderboard>) => {
      const found = await leaderboards.find(scope)
      return found ? leaderboards.state(found) : { version: 0, changedAt: null, total: 0, entries: [], ranks: [] }
    },

    page: async ({ query: { scope, ...page } }: ParsedCall<typeof calls.findLeaderboardPage>) => {
      const found = await leaderboards.find(scope)
      return found ? leaderboards.page(found, page) : { version: 0, changedAt: null, total: 0, entries: [] }
    },

    entries: async ({ request: { scope, userIds } }: ParsedCall<typeof calls.findLeaderboardEntries>) => {
      const found = await leaderboards.find(scope)
      return found ? leaderboards.entriesOf(found, userIds) : { version: 0, entries: [] }
    },

    standings: async ({ request: { scope, userIds } }: ParsedCall<typeof calls.findStandings>) => {
      const found = await leaderboards.find(scope)
      return found ? leaderboards.standingsOf(found, userIds) : { version: 0, standings: [] }
    },
  }
}
