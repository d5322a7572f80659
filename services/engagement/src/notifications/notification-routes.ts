import { isAboutRacing } from '@purple-sector/contracts/engagement/http'
import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { countUnread, readFeed } from './notification-feed-read-model.ts'
import { markNotificationsSeen, readAllNotifications, readNotification } from './read-notifications.ts'

/** Registers the routes of a user's notifications and their read state. */
export const notificationRoutes =
  ({ database }: { database: Database }) =>
  async (app: App) => {
    const readOne = readNotification({ database })
    const readAll = readAllNotifications({ database })
    const markSeen = markNotificationsSeen({ database })

    registerRoute(app, engagementRoutes.listNotifications, async (request, reply) => {
      const { userId } = callerOf(request)
      const feed = await readFeed(database, { userId, weekendId: request.params.weekendId })
      setLastChanged(reply, feed.find(({ type }) => isAboutRacing(type))?.createdAt)
      return feed
    })

    registerRoute(app, engagementRoutes.countUnreadNotifications, async (request, reply) => {
      const { userId } = callerOf(request)
      const { count, racedAt } = await countUnread(database, { userId, weekendId: request.params.weekendId })
      setLastChanged(reply, racedAt)
      return { count }
    })

    registerRoute(app, engagementRoutes.markNotificationRead, (request) =>
      readOne(callerOf(request), request.params.id),
    )

    registerRoute(app, engagementRoutes.markAllNotificationsRead, (request) =>
      readAll(callerOf(request), request.params.weekendId),
    )

    registerRoute(app, engagementRoutes.markNotificationsSeen, async (request, reply) => {
      await markSeen(callerOf(request), request.body.ids)
      return reply.code(204).send(null)
    })
  }
