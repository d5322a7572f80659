import type { ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { boardReadModel } from './board-read-model.ts'

/** Reads of boards for other services and gateways; a board that does not exist is empty. */
export const internalBoards = ({ database }: { database: Database }) => {
  const boards = boardReadModel(database)
  const find = (weekendId: number, groupId: number | null | undefined) =>
    groupId === null || groupId === undefined ? boards.findOpen(weekendId) : boards.findGroup(weekendId, groupId)

  return {
    state: async ({ params: { weekendId }, query: { groupId } }: ParsedCall<typeof calls.findBoard>) => {
      const board = await find(weekendId, groupId)
      const state = board
        ? await boards.state(board)
        : { version: 0, changedAt: null, total: 0, entries: [], ranks: [] }
      return { weekendId, groupId: groupId ?? null, ...state }
    },

    page: async ({ params, query: { groupId, ...page } }: ParsedCall<typeof calls.findBoardPage>) => {
      const board = await find(params.weekendId, groupId)
      return board ? boards.page(board, page) : { version: 0, changedAt: null, total: 0, entries: [] }
    },

    entries: async ({ params, query, request }: ParsedCall<typeof calls.findBoardEntries>) => {
      const board = await find(params.weekendId, query.groupId)
      return board ? boards.entriesOf(board, request.userIds) : { version: 0, entries: [] }
    },

    standings: async ({ request: { weekendId, groupId, userIds } }: ParsedCall<typeof calls.findStandings>) => {
      const board = await find(weekendId, groupId)
      return board ? boards.standingsOf(board, userIds) : { version: 0, standings: [] }
    },
  }
}
