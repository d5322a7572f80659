import { MAX_MESSAGES_IN_10_S } from '@purple-sector/contracts/chat/http'
import { assembleService, createApp, type Platform, type Service } from '@purple-sector/service-kit'
import { rateLimit, slowDown } from '@purple-sector/service-kit/http/rate-limit'
import type { Config } from './config.ts'
import type { ChatDependencies } from './dependencies.ts'
import { exportRoutes } from './export/export-routes.ts'
import { internalRoutes } from './internal-routes.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { moderationRoutes } from './moderation/moderation-routes.ts'
import { republishers } from './republishers.ts'
import { createRoomAuthorizer } from './rooms/authorize-room.ts'
import { startRoomRemoval } from './rooms/remove-rooms.ts'
import { roomRoutes } from './rooms/room-routes.ts'
import { subscriptions } from './subscriptions.ts'

/** Builds the chat service: messages, rooms and moderation, for weekends and groups. */
export const buildChat = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, cache, calls, log } = platform
  const app = createApp({ service: 'chat', ...platform, isReady: () => service.acceptsCalls() })
  const dependencies: ChatDependencies = {
    database,
    authorizeRoom: createRoomAuthorizer({ database, calls, log }),
    messageLimit: rateLimit(cache, {
      name: 'messages',
      limit: config.maxMessages ?? MAX_MESSAGES_IN_10_S,
      windowMs: 10_000,
      refusal: slowDown,
    }),
  }

  app.register(messageRoutes(dependencies))
  app.register(roomRoutes(dependencies))
  app.register(moderationRoutes(dependencies))
  app.register(internalRoutes({ database }))
  app.register(exportRoutes({ database }))

  const service = assembleService({
    name: 'chat',
    platform,
    app,
    handlers: subscriptions,
    republishers,
    tasks: [() => startRoomRemoval(platform)],
  })
  return service
}
