import { previewRequest, previewSchema } from '@purple-sector/contracts/admin/http'
import { categoryInput } from '@purple-sector/contracts/category-schema'
import { idParams, idSchema, weekendIdParams } from '@purple-sector/contracts/common'
import { boardQuery, standingsReply, standingsRequest, tipCountsSchema } from '@purple-sector/contracts/tipping/http'
import {
  boardEntriesReply,
  boardEntriesRequest,
  boardPageReply,
  boardReply,
} from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import type { App } from '@purple-sector/service-kit'
import { z } from 'zod'
import { previewResult } from '../scoring/preview-result.ts'
import { boardReadModel } from './board-read-model.ts'
import { tipCounts } from './tip-counts.ts'

const ofCategory = z.object({ category: categoryInput.optional() })
const ofGroup = z.object({ groupId: idSchema.optional() })

/** What the gateway and weekends ask of the boards; a gateway answers hot reads from what it holds in memory. */
export const internalBoardRoutes = (database: Database) => async (app: App) => {
  const config = { access: 'internal' as const }
  const boards = boardReadModel(database)
  const find = (weekendId: number, groupId: number | null | undefined) =>
    groupId ? boards.findGroup(weekendId, groupId) : boards.findOpen(weekendId)

  app.get(
    '/internal/boards/:weekendId',
    { schema: { params: weekendIdParams, querystring: ofGroup, response: { 200: boardReply }, hide: true }, config },
    async (request) => {
      const { weekendId } = request.params
      const { groupId = null } = request.query
      const board = await find(weekendId, groupId)
      const state = board ? await boards.state(board) : { version: 0, total: 0, entries: [], ranks: [] }
      return { weekendId, groupId, ...state }
    },
  )

  app.get(
    '/internal/boards/:weekendId/page',
    {
      schema: {
        params: weekendIdParams,
        querystring: boardQuery.extend(ofGroup.shape),
        response: { 200: boardPageReply },
        hide: true,
      },
      config,
    },
    async (request) => {
      const { limit, offset, groupId } = request.query
      const board = await find(request.params.weekendId, groupId)
      return board ? boards.page(board, { limit, offset }) : { version: 0, total: 0, entries: [] }
    },
  )

  app.post(
    '/internal/boards/:weekendId/entries',
    {
      schema: {
        params: weekendIdParams,
        querystring: ofGroup,
        body: boardEntriesRequest,
        response: { 200: boardEntriesReply },
        hide: true,
      },
      config,
    },
    async (request) => {
      const board = await find(request.params.weekendId, request.query.groupId)
      return board ? boards.entriesOf(board, request.body.userIds) : { version: 0, entries: [] }
    },
  )

  app.post(
    '/internal/standings',
    { schema: { body: standingsRequest, response: { 200: standingsReply }, hide: true }, config },
    async (request) => {
      const { weekendId, groupId, userIds } = request.body
      const board = await find(weekendId, groupId)
      return board ? boards.standingsOf(board, userIds) : { version: 0, standings: [] }
    },
  )

  app.get(
    '/internal/weekends/:id/tip-counts',
    { schema: { params: idParams, querystring: ofCategory, response: { 200: tipCountsSchema }, hide: true }, config },
    (request) => tipCounts(database, request.params.id, request.query.category),
  )

  app.post(
    '/internal/results/preview',
    { schema: { body: previewRequest, response: { 200: previewSchema }, hide: true }, config },
    (request) => previewResult(database, request.body),
  )
}
