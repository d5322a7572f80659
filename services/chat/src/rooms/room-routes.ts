import { markReadBody, type RoomType, roomSchema, roomsQuery } from '@purple-sector/contracts/chat/http'
import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { callerOf } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ChatDependencies } from '../dependencies.ts'
import { markRead } from './mark-read.ts'
import type { Room } from './room.ts'
import { listRoomsOfUser, readRoomView } from './room-read-model.ts'

/** Registers the routes for the state of rooms and for read marks. */
export const roomRoutes =
  ({ database, authorizeRoom }: ChatDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const mark = markRead({ database, authorizeRoom })
    const response = { 200: roomSchema, ...errorResponses }

    app.get(
      '/api/chat/rooms',
      { schema: { querystring: roomsQuery, response: { 200: z.array(roomSchema), ...errorResponses } } },
      (request) => listRoomsOfUser(database, callerOf(request).userId, request.query.weekendId),
    )

    for (const type of ['weekend', 'group'] satisfies RoomType[]) {
      app.get(`/api/${type}s/:id/chat/room`, { schema: { params: idParams, response } }, async (request) => {
        const { userId } = callerOf(request)
        const room: Room = { type, id: request.params.id }
        await retryUntilReplicated(() => authorizeRoom(room, userId), userId)
        return readRoomView(database, room, userId)
      })

      app.put(
        `/api/${type}s/:id/chat/read`,
        { schema: { params: idParams, body: markReadBody, response } },
        (request) =>
          retryUntilReplicated(
            () => mark(callerOf(request), { type, id: request.params.id }, request.body.messageId),
            callerOf(request).userId,
          ),
      )
    }
  }
