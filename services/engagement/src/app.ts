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
import { enqueueDeliveries } from './delivery/enqueue-deliveries-sql.ts'
import { exportRoutes } from './export/export-routes.ts'
import { heatMapRoutes } from './heat-map/heat-map-routes.ts'
import { startRunningSessionProjection } from './heat-map/project-running-sessions.ts'
import { startHeatMapPublishing } from './heat-map/publish-heat-maps.ts'
import { internalRoutes } from './internal-routes.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { startNotificationPublishing } from './notifications/publish-notifications.ts'
import { startTrimming } from './notifications/trim-notifications.ts'
import { boardRoutes } from './points/board-routes.ts'
import { startBoardRefresh } from './points/refresh-boards.ts'
import { pollRoutes } from './poll/poll-routes.ts'
import { startPollPublishing } from './poll/publish-polls.ts'
import { startReactionCountPublishing } from './reactions/publish-reaction-counts.ts'
import { reactionRoutes } from './reactions/reaction-routes.ts'
import { startReminders } from './reminders/send-reminders.ts'
import { startWithdrawals } from './season-notifications/withdraw-notifications.ts'
import { buildSharing } from './sharing/build-sharing.ts'
import { subscriptions } from './subscriptions.ts'

/** Builds the engagement service: polls, reactions, points, achievements, heat maps, notifications and sharing. */
export const buildEngagement = async (platform: Platform, config: Config): Promise<Service> => {
  const { database } = platform
  const app = createApp({ service: 'engagement', ...platform, isReady: () => service.acceptsCalls() })

  app.register(notificationRoutes(platform))
  app.register(pollRoutes({ database }))
  app.register(boardRoutes({ database }))
  app.register(reactionRoutes(platform))
  app.register(heatMapRoutes({ database }))
  app.register(achievementRoutes({ database }))
  const delivery = await buildDelivery(platform, config)
  app.register(delivery.routes)
  app.register(buildSharing(platform, config))
  app.register(internalRoutes({ database }))
  app.register(exportRoutes({ database }))

  const service = assembleService({
    name: 'engagement',
    platform,
    app,
    handlers: subscriptions,
    tasks: [
      () => startRemoval(platform),
      () => startNotificationPublishing(platform, enqueueDeliveries),
      () => startTrimming(platform),
      () => startWithdrawals(platform),
      () => startPollPublishing(platform),
      () => startBoardRefresh(platform),
      () => startReactionCountPublishing(platform),
      () => startRunningSessionProjection(platform),
      () => startHeatMapPublishing(platform),
      () => startReminders(platform),
      () => startAchievements(platform),
      ...delivery.tasks,
      () => startIdempotencySweep(platform),
    ],
  })
  return service
}
