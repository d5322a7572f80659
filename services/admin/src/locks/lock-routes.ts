import { lockAtBody, lockAtSchema } from '@purple-sector/contracts/admin/http'
import { errorResponses, idParams } from '@purple-sector/contracts/common'
import { callerOf, type ServiceCalls } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RaceControlDependencies } from '../dependencies.ts'
import { lockRaceAt } from './lock-race-at.ts'

/** Route that sets the lock of a race that started early. */
export const lockRoutes =
  (dependencies: RaceControlDependencies & { calls: ServiceCalls }): FastifyPluginAsyncZod =>
  async (app) => {
    const lockAt = lockRaceAt(dependencies)
    app.post(
      '/api/admin/races/:id/lock-at',
      {
        config: { access: 'admin' },
        schema: { params: idParams, body: lockAtBody, response: { 200: lockAtSchema, ...errorResponses } },
      },
      (request) => lockAt(callerOf(request), request.params.id, request.body),
    )
  }
