import {
  previewQuery,
  previewSchema,
  resultBody,
  resultRevisionSchema,
  resultSchema,
  revisionsQuery,
} from '@purple-sector/contracts/admin/http'
import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { callerOf } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RaceControlDependencies } from '../dependencies.ts'
import { previewResult } from './preview-result.ts'
import { publishResult } from './publish-result.ts'
import { resultReadModel } from './result-read-model.ts'
import { resultRevisions } from './result-revisions.ts'

const config = { access: 'admin' } as const
const noResult = () => notFound('NO_RESULT', 'This session has no result yet.')

/** Routes of results: administrators publish and preview, every signed-in user reads. */
export const resultRoutes =
  (dependencies: RaceControlDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const publish = publishResult(dependencies)
    const preview = previewResult(dependencies)
    const results = resultReadModel(dependencies.database)
    const revisions = resultRevisions(dependencies.database)

    app.put(
      '/api/admin/races/:id/results',
      { config, schema: { params: idParams, body: resultBody, response: { 200: resultSchema, ...errorResponses } } },
      (request) => publish(callerOf(request), request.params.id, request.body),
    )

    app.post(
      '/api/admin/races/:id/results',
      {
        config,
        schema: {
          params: idParams,
          querystring: previewQuery,
          body: resultBody,
          response: { 200: previewSchema, ...errorResponses },
        },
      },
      (request) => preview(callerOf(request), request.params.id, request.body),
    )

    app.get(
      '/api/admin/races/:id/results/revisions',
      {
        config,
        schema: {
          params: idParams,
          querystring: revisionsQuery,
          response: { 200: z.array(resultRevisionSchema), ...errorResponses },
        },
      },
      ({ params, query }) => revisions(params.id, query),
    )

    app.get(
      '/api/races/:id/results',
      { schema: { params: idParams, response: { 200: resultSchema, ...errorResponses } } },
      async ({ params }, reply) => {
        const result = await results.current(params.id)
        if (!result) throw noResult()
        setLastChanged(reply, result.publishedAt)
        return result
      },
    )
  }
