import { errorResponses, idSchema, weekendIdParams } from '@purple-sector/contracts/common'
import { generateTemplateBody, shareTemplateSchema } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import { callerOf, isReplay, type ServiceCalls } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { idempotent } from '@purple-sector/service-kit/http/write-mode'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { countShare } from './count-share.ts'
import { generateTemplate } from './generate-template.ts'
import { templateRepository } from './template-repository.ts'

/** Registers the routes to generate, list and share templates. */
export const sharingRoutes =
  (dependencies: { database: Database; calls: ServiceCalls }): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = dependencies
    const generate = generateTemplate(dependencies)
    const share = countShare(dependencies)
    const templates = templateRepository(database)

    app.get(
      '/api/social-share/:weekendId',
      { schema: { params: weekendIdParams, response: { 200: z.array(shareTemplateSchema), ...errorResponses } } },
      async (request, reply) => {
        const [{ userId }, { weekendId }] = [callerOf(request), request.params]
        const list = await templates.list(userId, weekendId)
        setLastChanged(reply, await templates.changedAt(userId, weekendId))
        return list
      },
    )

    app.post(
      '/api/social-share/generate',
      { schema: { body: generateTemplateBody, response: { 201: shareTemplateSchema, ...errorResponses } } },
      async (request, reply) => {
        const options = { writeMode: idempotent(request), isReplay: await isReplay(database, request) }
        const template = await retryUntilReplicated(
          () => generate(callerOf(request), request.body, options),
          callerOf(request).userId,
        )
        const { userId } = callerOf(request)
        setLastChanged(reply, await templates.changedAt(userId, template.weekendId, template.id))
        return reply.code(201).send(template)
      },
    )

    app.post(
      '/api/social-share/:templateId/share',
      {
        schema: {
          params: z.object({ templateId: idSchema }),
          response: { 200: shareTemplateSchema, ...errorResponses },
        },
      },
      (request) => share(callerOf(request).userId, request.params.templateId),
    )
  }
