import { countGroups, findMemberships, listMemberships } from '@purple-sector/contracts/groups/internal'
import type { Database } from '@purple-sector/database'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import { groupRepository } from './groups/group-repository.ts'
import { membershipPage, membershipsAmong } from './internal-read-model.ts'

const MEMBERSHIP_BATCH_SIZE = 5_000

/** Internal routes for other services and gateways. */
export const internalRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const page = membershipPage({ database, limit: MEMBERSHIP_BATCH_SIZE })
  registerInternalRoute(app, listMemberships, ({ query }) => page(query.after))
  registerInternalRoute(app, findMemberships, async ({ request }) => ({
    memberships: await membershipsAmong(database, request.wanted),
  }))
  registerInternalRoute(app, countGroups, async ({ params }) => ({
    count: await groupRepository(database).countOfWeekend(params.id),
  }))
}
