import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute, runIdempotent } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import type { FastifyRequest } from 'fastify'
import { countRefusals } from './count-refusals.ts'
import { readPotentialPoints } from './read-potential-points.ts'
import { changeTip, createTipBatcher, submitTip, type WriteMode } from './submit-tip.ts'
import { tipReadModel } from './tip-read-model.ts'

const writeModeOf = (request: FastifyRequest): WriteMode | undefined =>
  request.headers['idempotency-key'] === undefined ? undefined : (sql, work) => runIdempotent(sql, request, work)

/** `/api/tips*`: tips of the calling user. */
export const tipRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const tips = { database, write: createTipBatcher(database) }
  const submit = submitTip(tips)
  const change = changeTip(tips)
  const potentialPoints = readPotentialPoints(tips)

  registerRoute(app, tippingRoutes.submitTip, async (request, reply) => {
    const { status, body } = await countRefusals(submit(callerOf(request), request.body, writeModeOf(request)))
    return reply.code(status === 201 ? 201 : 200).send(body)
  })

  registerRoute(app, tippingRoutes.changeTip, (request) =>
    countRefusals(change(callerOf(request), { id: request.params.id, ...request.body })),
  )

  registerRoute(app, tippingRoutes.listPotentialPoints, (request) =>
    potentialPoints(callerOf(request), request.params.raceId),
  )

  registerRoute(app, tippingRoutes.listTips, async (request, reply) => {
    const { userId } = callerOf(request)
    const { tips, resultAt } = await tipReadModel(database).ofWeekend(userId, request.params.weekendId)
    setLastChanged(reply, resultAt)
    return tips
  })
}
