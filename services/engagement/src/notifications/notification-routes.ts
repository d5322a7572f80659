import { errorResponses, idParams, noContent, weekendIdParams } from '@purple-sector/contracts/common'
import {
  isAboutRacing,
  notificationCountSchema,
  notificationSchema,
  seenNotificationsBody,
} from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import { callerOf } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { countUnread, readFeed } from './notification-feed.ts'
import { markNotificationsSeen, readAllNotifications, readNotification } from './read-notifications.ts'

/** Registers the routes of a user's notifications and their read state. */
export const notificationRoutes =
  ({ database }: { database: Database }): FastifyPluginAsyncZod =>
  async (app) => {
    const readOne = readNotification({ database })
    const readAll = readAllNotifications({ database })
    const markSeen = markNotificationsSeen({ database })

    app.get(
      '/api/notifications/:weekendId',
      { schema: { params: weekendIdParams, response: { 200: z.array(notificationSchema), ...errorResponses } } },
      async (request, reply) => {
        const { userId } = callerOf(request)
        const feed = await readFeed(database, { userId, weekendId: request.params.weekendId })
        setLastChanged(reply, feed.find(({ type }) => isAboutRacing(type))?.createdAt)
        return feed
      },
    )

    app.get(
      '/api/notifications/:weekendId/count',
      { schema: { params: weekendIdParams, response: { 200: notificationCountSchema, ...errorResponses } } },
      async (request, reply) => {
        const { userId } = callerOf(request)
        const { count, racedAt } = await countUnread(database, { userId, weekendId: request.params.weekendId })
        setLastChanged(reply, racedAt)
        return { count }
      },
    )

    app.post(
      '/api/notifications/:id/read',
      { schema: { params: idParams, response: { 200: notificationSchema, ...errorResponses } } },
      (request) => readOne(callerOf(request), request.params.id),
    )

    app.post(
      '/api/notifications/:weekendId/read-all',
      { schema: { params: weekendIdParams, response: { 200: notificationCountSchema, ...errorResponses } } },
      (request) => readAll(callerOf(request), request.params.weekendId),
    )

    app.post(
      '/api/notifications/seen',
      { schema: { body: seenNotificationsBody, response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        await markSeen(callerOf(request), request.body.ids)
        return reply.code(204).send(null)
      },
    )
  }
