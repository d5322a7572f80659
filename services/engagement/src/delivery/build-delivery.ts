import { createMailSender, createMailTransport } from '@purple-sector/mail'
import type { App, BackgroundTask, Platform } from '@purple-sector/service-kit'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { Config } from '../config.ts'
import { deliveryKeys } from './delivery-keys.ts'
import { writeNotificationMail } from './notification-mail.ts'
import { preferenceRoutes } from './preference-routes.ts'
import { createPushClient } from './push-client.ts'
import { pushContact } from './push-contact.ts'
import { pushRoutes } from './push-routes.ts'
import { startDeliveries } from './send-deliveries.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

const SUBSCRIPTIONS_A_MINUTE = 20

/** How notifications reach browsers and mailboxes: its routes, and what sends. */
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
  const pace = rateLimit(cache, { name: 'push-subscriptions', limit: SUBSCRIPTIONS_A_MINUTE })
  const push = createPushClient({ vapid, contact: pushContact(config, log), allowPrivate })

  const routes = async (app: App): Promise<void> => {
    app.register(preferenceRoutes(database))
    app.register(pushRoutes({ database, publicKey: vapid.publicKey, allowPrivate, pace }))
    app.register(unsubscribeRoutes(database, linkSecret))
  }
  const tasks: (() => BackgroundTask)[] = [
    () => mailSender.start(),
    () => startDeliveries({ database, push, log, maxASecond: config.pushesASecond }),
  ]
  return { routes, tasks }
}
