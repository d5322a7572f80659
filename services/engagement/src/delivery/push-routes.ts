import { ECDH } from 'node:crypto'
import type { PushSubscriptionBody } from '@purple-sector/contracts/engagement/http'
import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import { userSubject } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import { lockAndCheckDeleted } from '@purple-sector/messaging'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { namesPrivateAddress } from '@purple-sector/service-kit/calls/public-agent'
import { badField, unauthorized } from '@purple-sector/service-kit/errors'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { pushSubscriptionRepository } from './push-subscription-repository.ts'

/** Whether the keys are a point of the curve and 16 bytes, without which encryption is impossible (RFC 8291). */
const areKeys = ({ p256dh, auth }: PushSubscriptionBody['keys']): boolean => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

type Options = { database: Database; publicKey: string; allowPrivate: boolean; subscriptionLimit: RateLimit }

/** Registers the routes of push subscriptions. */
export const pushRoutes =
  ({ database, publicKey, allowPrivate, subscriptionLimit }: Options) =>
  async (app: App) => {
    const check = ({ endpoint, keys }: PushSubscriptionBody): void => {
      if (!allowPrivate && (!endpoint.startsWith('https:') || namesPrivateAddress(endpoint)))
        throw badField('endpoint', 'must be an address of a push service')
      if (!areKeys(keys)) throw badField('keys', 'must be those of a push subscription')
    }

    registerRoute(app, engagementRoutes.findPushKey, () => ({ publicKey }))

    registerRoute(app, engagementRoutes.listPushSubscriptions, (request) =>
      pushSubscriptionRepository(database).list(callerOf(request).userId),
    )

    registerRoute(app, engagementRoutes.createPushSubscription, async (request, reply) => {
      const { userId } = callerOf(request)
      check(request.body)
      await subscriptionLimit.count(userId)
      const subscription = await database.transaction(async (sql) => {
        if ((await lockAndCheckDeleted(sql, 'shared', userSubject(userId))).isDeleted) throw unauthorized()
        return pushSubscriptionRepository(sql).save(userId, request.body)
      })
      return reply.code(201).send(subscription)
    })

    registerRoute(app, engagementRoutes.deletePushSubscription, async (request, reply) => {
      await pushSubscriptionRepository(database).delete(callerOf(request).userId, request.body.endpoint)
      return reply.code(204).send(null)
    })
  }
