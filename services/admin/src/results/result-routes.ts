import { previewQuery, previewSchema, resultBody, resultSchema } from '@purple-sector/contracts/admin/http'
import { currentResultSchema, settleAttemptsBody, settleAttemptsReply } from '@purple-sector/contracts/admin/internal'
import { errorResponses, idParams } from '@purple-sector/contracts/common'
import type { Database } from '@purple-sector/database'
import { callerOf } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Actor } from '../audit/audit-log.ts'
import type { Weekends } from '../projections/ask-weekends.ts'
import type { Tipping } from './ask-tipping.ts'
import { previewResult } from './preview-result.ts'
import { publishAttempts } from './publish-attempts.ts'
import { publishResult } from './publish-result.ts'
import { resultReadModel } from './result-read-model.ts'
import { resultRepository } from './result-repository.ts'

type Seams = { database: Database; weekends: Weekends; tipping: Tipping }

const config = { access: 'admin' } as const
const actorOf = (request: FastifyRequest): Actor => {
  const { userId, username } = callerOf(request)
  return { id: userId, username }
}
const noResult = () => notFound('NO_RESULT', 'This session has no result yet.')

/** Results of sessions: published and previewed by administrators, read by everybody signed in. */
export const resultRoutes =
  (seams: Seams): FastifyPluginAsyncZod =>
  async (app) => {
    const publish = publishResult(seams)
    const preview = previewResult(seams)
    const results = resultReadModel(seams.database)

    app.put(
      '/api/admin/races/:id/results',
      { config, schema: { params: idParams, body: resultBody, response: { 200: resultSchema, ...errorResponses } } },
      async (request) => {
        const { id } = request.params
        return results.reply(id, await publish(actorOf(request), id, request.body))
      },
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
      (request) => preview(actorOf(request), request.params.id, request.body),
    )

    app.get(
      '/api/races/:id/results',
      { schema: { params: idParams, response: { 200: resultSchema, ...errorResponses } } },
      async ({ params }) => {
        const result = await results.current(params.id)
        if (!result) throw noResult()
        return result
      },
    )

    // Weekends asks before a write that depends on whether there is a result: the event may still be on its way.
    app.get(
      '/internal/races/:id/result',
      {
        config: { access: 'internal' },
        schema: { params: idParams, response: { 200: currentResultSchema }, hide: true },
      },
      async ({ params }) => {
        const current = await resultRepository(seams.database).current(params.id)
        return { revision: current?.revision ?? null, status: current?.status ?? null }
      },
    )

    // Tipping asks what became of attempts it has closed a session for: they may have failed, or died with this process.
    app.post(
      '/internal/races/:id/attempts/settle',
      {
        config: { access: 'internal' },
        schema: { params: idParams, body: settleAttemptsBody, response: { 200: settleAttemptsReply }, hide: true },
      },
      async ({ params, body }) => {
        await publishAttempts(seams.database).end(body.attempts)
        return { isStored: (await resultRepository(seams.database).current(params.id)) !== undefined }
      },
    )
  }
