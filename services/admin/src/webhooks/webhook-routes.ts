import { deliverySchema, madeWebhookSchema, webhookBody, webhookSchema } from '@purple-sector/contracts/admin/webhooks'
import { errorResponses, idParams, noContent } from '@purple-sector/contracts/common'
import type { Database } from '@purple-sector/database'
import { callerOf } from '@purple-sector/service-kit'
import { badField } from '@purple-sector/service-kit/errors'
import { idempotent } from '@purple-sector/service-kit/http/write-mode'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { attemptDelivery } from './attempt-delivery.ts'
import { deliveryRepository } from './delivery-repository.ts'
import { changeSecret, createWebhook, deleteWebhook, noSuchWebhook, testWebhook } from './manage-webhooks.ts'
import { addressFault } from './webhook-address.ts'
import { webhookRepository } from './webhook-repository.ts'

const PATH = '/api/admin/webhooks'
const config = { access: 'admin' } as const

type Options = { database: Database; attempt: ReturnType<typeof attemptDelivery>; allowPrivate: boolean }

/** Routes with which administrators manage webhooks. */
export const webhookRoutes =
  ({ database, attempt, allowPrivate }: Options): FastifyPluginAsyncZod =>
  async (app) => {
    const webhooks = webhookRepository(database)
    const create = createWebhook(database)
    const remove = deleteWebhook(database)
    const replaceSecret = changeSecret(database)
    const sendTest = testWebhook(database, attempt)

    app.get(PATH, { config, schema: { response: { 200: z.array(webhookSchema), ...errorResponses } } }, () =>
      webhooks.list(),
    )

    app.post(
      PATH,
      { config, schema: { body: webhookBody, response: { 201: madeWebhookSchema, ...errorResponses } } },
      async (request, reply) => {
        const fault = addressFault(request.body.url, { allowPrivate })
        if (fault) throw badField('url', fault)
        return reply.code(201).send(await create(callerOf(request), request.body, idempotent(request)))
      },
    )

    app.delete(
      `${PATH}/:id`,
      { config, schema: { params: idParams, response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        await remove(callerOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )

    app.post(
      `${PATH}/:id/secret`,
      { config, schema: { params: idParams, response: { 200: madeWebhookSchema, ...errorResponses } } },
      (request) => replaceSecret(callerOf(request), request.params.id),
    )

    app.post(
      `${PATH}/:id/test`,
      { config, schema: { params: idParams, response: { 200: deliverySchema, ...errorResponses } } },
      (request) => sendTest(callerOf(request), request.params.id),
    )

    app.get(
      `${PATH}/:id/deliveries`,
      { config, schema: { params: idParams, response: { 200: z.array(deliverySchema), ...errorResponses } } },
      async ({ params }) => {
        if (!(await webhooks.find(params.id))) throw noSuchWebhook()
        return deliveryRepository(database).list(params.id)
      },
    )
  }
