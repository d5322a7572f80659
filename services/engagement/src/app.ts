import {
  assembleService,
  createApp,
  type Platform,
  type Service,
  startIdempotencySweep,
} from '@purple-sector/service-kit'
import { achievementRoutes } from './achievements/achievement-routes.ts'
import { startAchievements } from './achievements/start-achievements.ts'
import type { Config } from './config.ts'
import { startRemoval } from './deletion/remove-deleted.ts'
import { buildDelivery } from './delivery/build-delivery.ts'
import { enqueueDeliveries } from './delivery/enqueue.ts'
import { exportRoutes } from './export/export-routes.ts'
import { heatMapRoutes } from './heat-map/heat-map-routes.ts'
import { startKeepingRunningSessions } from './heat-map/keep-running-sessions.ts'
import { startHeatMapTelling } from './heat-map/tell-heat-maps.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { startTelling } from './notifications/tell.ts'
import { startTrimming } from './notifications/trim.ts'
import { boardRoutes } from './points/board-routes.ts'
import { startBoardRefresh } from './points/refresh-boards.ts'
import { pollRoutes } from './poll/poll-routes.ts'
import { startPollTelling } from './poll/tell-polls.ts'
import { reactionRoutes } from './reactions/reaction-routes.ts'
import { startReactionTelling } from './reactions/tell-counts.ts'
import { startReminders } from './reminders/remind.ts'
import { sharing } from './sharing/sharing.ts'
import { subscriptions } from './subscriptions.ts'

/** What fans do beside tipping, and what they are told of it all. */
export const buildEngagement = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, log, verifyIdentity, internalSecret } = platform
  const app = createApp({
    service: 'engagement',
    log,
    verifyIdentity,
    internalSecret,
    isReady: () => service.acceptsCalls(),
  })

  app.register(notificationRoutes(platform))
  app.register(pollRoutes(database))
  app.register(boardRoutes(database))
  app.register(reactionRoutes(platform))
  app.register(heatMapRoutes(database))
  app.register(achievementRoutes(database))
  const delivery = await buildDelivery(platform, config)
  app.register(delivery.routes)
  app.register(sharing(platform, config))
  app.register(exportRoutes(database))

  const service = assembleService({
    name: 'engagement',
    platform,
    app,
    reactions: subscriptions,
    tasks: [
      () => startRemoval(platform),
      () => startTelling(platform, enqueueDeliveries),
      () => startTrimming(platform),
      () => startPollTelling(platform),
      () => startBoardRefresh(platform),
      () => startReactionTelling(platform),
      () => startKeepingRunningSessions(platform),
      () => startHeatMapTelling(platform),
      () => startReminders(platform),
      () => startAchievements(platform),
      ...delivery.tasks,
      () => startIdempotencySweep(platform),
    ],
  })
  return service
}
