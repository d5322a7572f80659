import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { AdminDependencies } from '../dependencies.ts'
import { previewResult } from './preview-result.ts'
import { publishResult } from './publish-result.ts'
import { resultReadModel } from './result-read-model.ts'
import { resultRevisions } from './result-revision-read-model.ts'

const noResult = () => notFound('NO_RESULT', 'This session has no result yet.')

/** Routes of results: administrators publish and preview, every signed-in user reads. */
export const resultRoutes = (dependencies: AdminDependencies) => async (app: App) => {
  const publish = publishResult(dependencies)
  const preview = previewResult(dependencies)
  const results = resultReadModel(dependencies.database)
  const revisions = resultRevisions(dependencies.database)

  registerRoute(app, adminRoutes.publishResult, (request) =>
    publish(callerOf(request), request.params.id, request.body),
  )

  registerRoute(app, adminRoutes.previewResult, (request) =>
    preview(callerOf(request), request.params.id, request.body),
  )

  registerRoute(app, adminRoutes.listResultRevisions, ({ params, query }) => revisions(params.id, query))

  registerRoute(app, adminRoutes.findResult, async ({ params }, reply) => {
    const result = await results.current(params.id)
    if (!result) throw noResult()
    setLastChanged(reply, result.publishedAt)
    return result
  })
}
