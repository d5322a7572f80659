import { chatRoutes } from '@purple-sector/contracts/chat/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { badField } from '@purple-sector/service-kit/errors'
import { latestOf, setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyRequest } from 'fastify'
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
  ({ database, authorizeRoom, messageLimit }: ChatDependencies) =>
  async (app: App) => {
    const send = sendMessage({ database, messageLimit, authorizeRoom })
    const remove = deleteMessage({ database, authorizeRoom })

    const rooms = [
      { type: 'weekend', list: chatRoutes.listWeekendMessages, post: chatRoutes.sendWeekendMessage },
      { type: 'group', list: chatRoutes.listGroupMessages, post: chatRoutes.sendGroupMessage },
    ] as const
    for (const { type, list, post } of rooms) {
      registerRoute(app, list, async (request, reply) => {
        const room: Room = { type, id: request.params.id }
        const { userId } = callerOf(request)
        await retryUntilReplicated(() => authorizeRoom(room, userId), userId)
        const page = await messageRepository(database, room).page(request.query)
        // Messages discuss the racing as it happens, so the spoiler delay applies to their time.
        setLastChanged(reply, latestOf(page.map(({ createdAt }) => createdAt)))
        return page.map((message) => messageOf(room, message))
      })

      registerRoute(app, post, async (request, reply) => {
        const caller = callerOf(request)
        const sentAs = idempotencyKeyOf(request)
        const room: Room = { type, id: request.params.id }
        const message = await send({ room, caller, text: request.body.message, sentAs })
        return reply.code(201).send(message)
      })
    }

    registerRoute(app, chatRoutes.deleteGroupMessage, async (request, reply) => {
      const { id: groupId, messageId } = request.params
      await remove(callerOf(request), { groupId, messageId, reason: request.body?.reason })
      return reply.code(204).send(null)
    })
  }
