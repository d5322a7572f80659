import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { badField } from '@purple-sector/service-kit/errors'
import { withIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { attemptDelivery } from './attempt-delivery.ts'
import { deliveryRepository } from './delivery-repository.ts'
import { createWebhook, deleteWebhook, noSuchWebhook, rotateSecret, testWebhook } from './manage-webhooks.ts'
import { webhookRepository } from './webhook-repository.ts'
import { validateWebhookUrl } from './webhook-url.ts'

type Options = { database: Database; attempt: ReturnType<typeof attemptDelivery>; allowPrivate: boolean }

/** Routes with which administrators manage webhooks. */
export const webhookRoutes =
  ({ database, attempt, allowPrivate }: Options) =>
  async (app: App) => {
    const webhooks = webhookRepository(database)
    const create = createWebhook(database)
    const remove = deleteWebhook(database)
    const rotate = rotateSecret(database)
    const sendTest = testWebhook(database, attempt)

    registerRoute(app, adminRoutes.listWebhooks, () => webhooks.list())

    registerRoute(app, adminRoutes.createWebhook, async (request, reply) => {
      const error = validateWebhookUrl(request.body.url, { allowPrivate })
      if (error) throw badField('url', error)
      return reply.code(201).send(await create(callerOf(request), request.body, withIdempotencyKey(request)))
    })

    registerRoute(app, adminRoutes.deleteWebhook, async (request, reply) => {
      await remove(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    })

    registerRoute(app, adminRoutes.rotateWebhookSecret, (request) => rotate(callerOf(request), request.params.id))

    registerRoute(app, adminRoutes.testWebhook, (request) => sendTest(callerOf(request), request.params.id))

    registerRoute(app, adminRoutes.listWebhookDeliveries, async ({ params }) => {
      if (!(await webhooks.find(params.id))) throw noSuchWebhook()
      return deliveryRepository(database).list(params.id)
    })
  }
