import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, isReplay, registerRoute, type ServiceCalls } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { withIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import { countShare } from './count-share.ts'
import { generateTemplate } from './generate-template.ts'
import { templateRepository } from './template-repository.ts'

/** Registers the routes to generate, list and share templates. */
export const sharingRoutes = (dependencies: { database: Database; calls: ServiceCalls }) => async (app: App) => {
  const { database } = dependencies
  const generate = generateTemplate(dependencies)
  const share = countShare(dependencies)
  const templates = templateRepository(database)

  registerRoute(app, engagementRoutes.listShareTemplates, async (request, reply) => {
    const [{ userId }, { weekendId }] = [callerOf(request), request.params]
    const list = await templates.list(userId, weekendId)
    setLastChanged(reply, await templates.changedAt(userId, weekendId))
    return list
  })

  registerRoute(app, engagementRoutes.generateShareTemplate, async (request, reply) => {
    const options = { writeMode: withIdempotencyKey(request), isReplay: await isReplay(database, request) }
    const template = await retryUntilReplicated(
      () => generate(callerOf(request), request.body, options),
      callerOf(request).userId,
    )
    const { userId } = callerOf(request)
    setLastChanged(reply, await templates.changedAt(userId, template.weekendId, template.id))
    return reply.code(201).send(template)
  })

  registerRoute(app, engagementRoutes.countShare, (request) =>
    share(callerOf(request).userId, request.params.templateId),
  )
}
