import { errorResponses, idParams, raceIdParams, weekendIdParams } from '@purple-sector/contracts/common'
import { changeTipBody, potentialPointsSchema, submitTipBody, tipSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, runIdempotent } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { changeTip } from './change-tip.ts'
import { readPotentialPoints } from './read-potential-points.ts'
import { submitTip, type WriteMode } from './submit-tip.ts'
import { tipBatches } from './tip-batches.ts'
import { tipReadModel } from './tip-read-model.ts'

const writeModeOf = (request: FastifyRequest): WriteMode | undefined =>
  request.headers['idempotency-key'] === undefined ? undefined : (sql, work) => runIdempotent(sql, request, work)

/** `/api/tips*`: tips of the calling user. */
export const tipRoutes = (database: Database) => async (app: App) => {
  const dependencies = { database, write: tipBatches(database) }
  const submit = submitTip(dependencies)
  const change = changeTip(dependencies)
  const potentialPoints = readPotentialPoints(dependencies)
  const replies = { 200: tipSchema, 201: tipSchema, ...errorResponses }

  app.post('/api/tips', { schema: { body: submitTipBody, response: replies } }, async (request, reply) => {
    const { status, body } = await submit(callerOf(request), request.body, writeModeOf(request))
    return reply.code(status === 201 ? 201 : 200).send(body)
  })

  app.patch(
    '/api/tips/:id',
    { schema: { params: idParams, body: changeTipBody, response: { 200: tipSchema, ...errorResponses } } },
    (request) => change(callerOf(request), { id: request.params.id, ...request.body }),
  )

  app.get(
    '/api/tips/stakes/:raceId',
    { schema: { params: raceIdParams, response: { 200: z.array(potentialPointsSchema), ...errorResponses } } },
    (request) => potentialPoints(callerOf(request), request.params.raceId),
  )

  app.get(
    '/api/tips/:weekendId',
    { schema: { params: weekendIdParams, response: { 200: z.array(tipSchema), ...errorResponses } } },
    async (request, reply) => {
      const { userId } = callerOf(request)
      const { tips, resultAt } = await tipReadModel(database).ofWeekend(userId, request.params.weekendId)
      setLastChanged(reply, resultAt)
      return tips
    },
  )
}
