import * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { previewResult } from '../scoring/preview-result.ts'
import { boardReadModel } from './board-read-model.ts'
import { countTips } from './count-tips.ts'
import { fanFigures } from './fan-figures.ts'
import { summariseWeekend } from './summarise-weekend.ts'

/** Board routes for other services; gateways serve hot reads from their caches. */
export const internalBoardRoutes = (database: Database) => async (app: App) => {
  const boards = boardReadModel(database)
  const findBoard = (weekendId: number, groupId: number | null = null) =>
    groupId === null ? boards.findOpen(weekendId) : boards.findGroup(weekendId, groupId)

  registerInternalRoute(app, calls.findBoard, async ({ params: { weekendId }, query: { groupId = null } }) => {
    const board = await findBoard(weekendId, groupId)
    const state = board ? await boards.state(board) : { version: 0, changedAt: null, total: 0, entries: [], ranks: [] }
    return { weekendId, groupId, ...state }
  })

  registerInternalRoute(app, calls.findBoardPage, async ({ params, query: { groupId, ...page } }) => {
    const board = await findBoard(params.weekendId, groupId)
    return board ? boards.page(board, page) : { version: 0, changedAt: null, total: 0, entries: [] }
  })

  registerInternalRoute(app, calls.findBoardEntries, async ({ params, query, request }) => {
    const board = await findBoard(params.weekendId, query.groupId)
    return board ? boards.entriesOf(board, request.userIds) : { version: 0, entries: [] }
  })

  registerInternalRoute(app, calls.findStandings, async ({ request: { weekendId, groupId, userIds } }) => {
    const board = await findBoard(weekendId, groupId)
    return board ? boards.standingsOf(board, userIds) : { version: 0, standings: [] }
  })

  const readFanFigures = fanFigures({ database })
  registerInternalRoute(app, calls.findFanFigures, ({ params }) => readFanFigures(params))

  const summarise = summariseWeekend({ database })
  registerInternalRoute(app, calls.summariseWeekend, ({ params: { weekendId } }) => summarise(weekendId))

  registerInternalRoute(app, calls.countTips, countTips({ database }))
  const preview = previewResult({ database })
  registerInternalRoute(app, calls.previewResult, ({ request }) => preview(request))
}
