import { errorResponses, idParams, weekendIdParams } from '@purple-sector/contracts/common'
import { changeTipBody, submitTipBody, tipSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, onceFor } from '@purple-sector/service-kit'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { changeTip } from './change-tip.ts'
import { type Once, submitTip } from './submit-tip.ts'
import { tipBatches } from './tip-batches.ts'
import { tipReadModel } from './tip-read-model.ts'

const onceOf = (request: FastifyRequest): Once | undefined =>
  request.headers['idempotency-key'] === undefined ? undefined : (sql, work) => onceFor(sql, request, work)

/** `/api/tips*`: a fan's own tips. */
export const tipRoutes = (database: Database) => async (app: App) => {
  const dependencies = { database, write: tipBatches(database) }
  const submit = submitTip(dependencies)
  const change = changeTip(dependencies)
  const saved = { 200: tipSchema, 201: tipSchema, ...errorResponses }

  app.post('/api/tips', { schema: { body: submitTipBody, response: saved } }, async (request, reply) => {
    const { status, body } = await submit(callerOf(request), request.body, onceOf(request))
    return reply.code(status === 201 ? 201 : 200).send(body)
  })

  app.patch(
    '/api/tips/:id',
    { schema: { params: idParams, body: changeTipBody, response: { 200: tipSchema, ...errorResponses } } },
    (request) => change(callerOf(request), { id: request.params.id, ...request.body }),
  )

  app.get(
    '/api/tips/:weekendId',
    { schema: { params: weekendIdParams, response: { 200: z.array(tipSchema), ...errorResponses } } },
    (request) => tipReadModel(database).ofWeekend(callerOf(request).userId, request.params.weekendId),
  )
}
