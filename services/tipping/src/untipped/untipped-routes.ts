import { tippingRoutes } from '@purple-sector/contracts/tipping/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { nudgeUntipped } from './nudge-untipped.ts'
import { readUntipped } from './read-untipped.ts'

/** Routes about members of a group without a tip, for its admin (docs/api/tipping.md). */
export const untippedRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const read = readUntipped(dependencies)
  const nudge = nudgeUntipped(dependencies)

  registerRoute(app, tippingRoutes.listUntipped, async (request, reply) => {
    const { id: groupId, weekendId } = request.params
    const { categories, nudgedAt } = await read(callerOf(request), { groupId, weekendId })
    if (nudgedAt) reply.header('x-nudged-at', nudgedAt.toISOString())
    return categories
  })

  registerRoute(app, tippingRoutes.nudgeUntipped, async (request, reply) => {
    const { id: groupId, weekendId } = request.params
    return reply.code(202).send(await nudge(callerOf(request), { groupId, weekendId }))
  })
}
