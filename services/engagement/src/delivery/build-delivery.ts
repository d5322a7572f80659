import { createMailSender, createMailTransport } from '@purple-sector/mail'
import type { App, BackgroundTask, Platform } from '@purple-sector/service-kit'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { Config } from '../config.ts'
import { deliveryKeys } from './delivery-key-repository.ts'
import { writeNotificationMail } from './notification-mail.ts'
import { preferenceRoutes } from './preference-routes.ts'
import { createPushClient } from './push-client.ts'
import { pushContact } from './push-contact.ts'
import { pushRoutes } from './push-routes.ts'
import { startDeliveries } from './send-deliveries.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

const MAX_SUBSCRIPTIONS_PER_MINUTE = 20

/** Builds the delivery of notifications by push and mail: its routes and its background tasks. */
export const buildDelivery = async (platform: Platform, config: Config) => {
  const { database, cache, log } = platform
  const { publicUrl, allowPrivatePush: allowPrivate } = config
  const { vapid, linkSecret } = await deliveryKeys(database, config.vapid)
  const mailSender = createMailSender({
    database,
    transport: createMailTransport(config.mail),
    write: writeNotificationMail(database, { publicUrl, linkSecret }),
    log,
  })
  const subscriptionLimit = rateLimit(cache, { name: 'push-subscriptions', limit: MAX_SUBSCRIPTIONS_PER_MINUTE })
  const push = createPushClient({ vapid, contact: pushContact(config, log), allowPrivate })

  const routes = async (app: App): Promise<void> => {
    app.register(preferenceRoutes({ database }))
    app.register(pushRoutes({ database, publicKey: vapid.publicKey, allowPrivate, subscriptionLimit }))
    app.register(unsubscribeRoutes({ database, linkSecret }))
  }
  const tasks: (() => BackgroundTask)[] = [
    () => mailSender.start(),
    () => startDeliveries({ database, push, log, maxPerSecond: config.pushRate }),
  ]
  return { routes, tasks }
}
