import type { ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Scope } from '@purple-sector/contracts/tipping/scope'
import type { Database } from '@purple-sector/database'
import { boardReadModel } from './board-read-model.ts'

/** Reads of leaderboards for gateways; one that does not exist is empty. */
export const internalBoards = ({ database }: { database: Database }) => {
  const boards = boardReadModel(database)
  const find = ({ weekendId, groupId }: Scope) =>
    groupId === null ? boards.findOpen(weekendId) : boards.findGroup(weekendId, groupId)

  return {
    state: async ({ query: { scope } }: ParsedCall<typeof calls.findLeaderboard>) => {
      const board = await find(scope)
      const state = board
        ? await boards.state(board)
        : { version: 0, changedAt: null, total: 0, entries: [], ranks: [] }
      return { scope, ...state }
    },

    page: async ({ query: { scope, ...page } }: ParsedCall<typeof calls.findLeaderboardPage>) => {
      const board = await find(scope)
      return board ? boards.page(board, page) : { version: 0, changedAt: null, total: 0, entries: [] }
    },

    entries: async ({ request: { scope, userIds } }: ParsedCall<typeof calls.findLeaderboardEntries>) => {
      const board = await find(scope)
      return board ? boards.entriesOf(board, userIds) : { version: 0, entries: [] }
    },

    standings: async ({ request: { scope, userIds } }: ParsedCall<typeof calls.findStandings>) => {
      const board = await find(scope)
      return board ? boards.standingsOf(board, userIds) : { version: 0, standings: [] }
    },
  }
}
