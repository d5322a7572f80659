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

const idempotencyKeyOf = ({ headers }: FastifyRequest): string | null => {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length < 1 || key.length > 128)
    throw badField('Idempotency-Key', 'must have 1 to 128 characters')
  return key
}

/** Registers the routes to read, send and delete messages, for rooms of weekends and of groups. */
export const messageRoutes =
  ({ database, authorizeRoom, messageLimit }: ChatDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const send = sendMessage({ database, messageLimit, authorizeRoom })
    const remove = deleteMessage({ database, authorizeRoom })

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
          await retryUntilReplicated(() => authorizeRoom(room, userId), userId)
          const page = await messageRepository(database, room).page(request.query)
          // Messages discuss what just happened, so the spoiler delay applies to their time.
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
          const sentAs = idempotencyKeyOf(request)
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
