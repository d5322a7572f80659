import type { BackgroundTask, Platform } from '@purple-sector/service-kit'
import type { Config } from '../config.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { startWebhookDeliveries } from './send-deliveries.ts'
import { createWebhookClient } from './webhook-client.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Composes webhooks for results, leaderboards and locks: routes and sender. */
export const buildWebhooks = ({ database, log }: Platform, { allowPrivateWebhooks: allowPrivate }: Config) => {
  const client = createWebhookClient({ allowPrivate })
  const attempt = attemptDelivery(database, client)
  return {
    routes: webhookRoutes({ database, attempt, allowPrivate }),
    task: (): BackgroundTask => startWebhookDeliveries({ database, client, log }),
  }
}
