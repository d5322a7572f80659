import {
  deleteGroupMessageBody,
  groupMessageParams,
  messageSchema,
  messagesQuery,
  type RoomType,
  sendMessageBody,
} from '@purple-sector/contracts/chat/http'
import { errorResponses, idParams, noContent } from '@purple-sector/contracts/common'
import { callerOf } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { badField } from '@purple-sector/service-kit/errors'
import { latestOf, setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ChatDependencies } from '../dependencies.ts'
import type { Room } from '../rooms/room.ts'
import { deleteMessage } from './delete-message.ts'
import { messageOf } from './message.ts'
import { messageRepository } from './message-repository.ts'
import { sendMessage } from './send-message.ts'

const batchKey = ({ headers }: FastifyRequest): string | null => {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length < 1 || key.length > 128)
    throw badField('Idempotency-Key', 'must have 1 to 128 characters')
  return key
}

/** Reading and writing, in a weekend's room and in a group's alike. */
export const messageRoutes =
  ({ database, enter, pace }: ChatDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const send = sendMessage({ database, pace, enter })
    const remove = deleteMessage({ database, enter })

    for (const type of ['weekend', 'group'] satisfies RoomType[]) {
      const path = `/api/${type}s/:id/chat`

      app.get(
        path,
        {
          schema: {
            params: idParams,
            querystring: messagesQuery,
            response: { 200: z.array(messageSchema), ...errorResponses },
          },
        },
        async (request, reply) => {
          const room: Room = { type, id: request.params.id }
          const { userId } = callerOf(request)
          await retryUntilReplicated(() => enter(room, userId), userId)
          const page = await messageRepository(database, room).page(request.query)
          // People talk of what they have just seen.
          setLastChanged(reply, latestOf(page.map(({ createdAt }) => createdAt)))
          return page.map((message) => messageOf(room, message))
        },
      )

      app.post(
        path,
        {
          schema: { params: idParams, body: sendMessageBody, response: { 201: messageSchema, ...errorResponses } },
        },
        async (request, reply) => {
          const caller = callerOf(request)
          const sentAs = batchKey(request)
          const room: Room = { type, id: request.params.id }
          const message = await send({ room, caller, text: request.body.message, sentAs })
          return reply.code(201).send(message)
        },
      )
    }

    app.delete(
      '/api/groups/:id/chat/:messageId',
      {
        schema: {
          params: groupMessageParams,
          body: deleteGroupMessageBody,
          response: { 204: noContent, ...errorResponses },
        },
      },
      async (request, reply) => {
        const { id: groupId, messageId } = request.params
        await remove(callerOf(request), { groupId, messageId, reason: request.body?.reason })
        return reply.code(204).send(null)
      },
    )
  }
