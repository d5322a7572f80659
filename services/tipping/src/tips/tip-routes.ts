import { errorResponses, idParams, weekendIdParams } from '@purple-sector/contracts/common'
import { changeTipBody, submitTipBody, tipSchema } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, onceFor } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { z } from 'zod'
import type { AskWeekends } from '../projections/ask-weekends.ts'
import { askingOnce, submitTip, type TipReceipt } from './submit-tip.ts'
import { tipBatches } from './tip-batches.ts'
import { tipReadModel } from './tip-read-model.ts'

/** `/api/tips*`: a fan's own tips. */
export const tipRoutes = (database: Database, askWeekends: AskWeekends) => async (app: App) => {
  const saved = { 200: tipSchema, 201: tipSchema, ...errorResponses }
  const submit = tipBatches(database)
  const replyOf = ({ isNew, tip }: TipReceipt) => ({ status: isNew ? 201 : 200, body: tip })

  app.post('/api/tips', { schema: { body: submitTipBody, response: saved } }, async (request, reply) => {
    const { weekendId, category, carId, groupId } = request.body
    const tip = { userId: callerOf(request).userId, weekendId, category, carId, groupId: groupId ?? null }
    const { status, body } = await askingOnce(askWeekends, weekendId, async () =>
      request.headers['idempotency-key'] === undefined
        ? replyOf(await submit(tip))
        : database.transaction((sql) => onceFor(sql, request, async () => replyOf(await submitTip(sql, tip)))),
    )
    return reply.code(status === 201 ? 201 : 200).send(body)
  })

  app.patch(
    '/api/tips/:id',
    { schema: { params: idParams, body: changeTipBody, response: { 200: tipSchema, ...errorResponses } } },
    async (request) => {
      const { userId } = callerOf(request)
      const known = await tipReadModel(database).byId(userId, request.params.id)
      if (!known) throw notFound('TIP_NOT_FOUND', 'There is no such tip.')
      const { weekendId, category, groupId } = known
      const { tip } = await askingOnce(askWeekends, weekendId, () =>
        submit({ userId, weekendId, category, groupId, carId: request.body.carId }),
      )
      return tip
    },
  )

  app.get(
    '/api/tips/:weekendId',
    { schema: { params: weekendIdParams, response: { 200: z.array(tipSchema), ...errorResponses } } },
    (request) => tipReadModel(database).ofWeekend(callerOf(request).userId, request.params.weekendId),
  )
}
