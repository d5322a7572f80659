import { countGroups, findMemberships, listMemberships } from '@purple-sector/contracts/groups/internal'
import type { Database } from '@purple-sector/database'
import { type App, answer } from '@purple-sector/service-kit'
import { groupRepository } from './groups/group-repository.ts'
import { membershipPage, membershipsAmong } from './internal-read-model.ts'

const MEMBERSHIPS_AT_ONCE = 5_000

/** What other services and gateways ask. */
export const internalRoutes = (database: Database) => async (app: App) => {
  const page = membershipPage({ database, limit: MEMBERSHIPS_AT_ONCE })
  answer(app, listMemberships, ({ query }) => page(query.after))
  answer(app, findMemberships, async ({ request }) => ({
    memberships: await membershipsAmong(database, request.wanted),
  }))
  answer(app, countGroups, async ({ params }) => ({ count: await groupRepository(database).countOfWeekend(params.id) }))
}
