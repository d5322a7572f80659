import { adminRoutes } from '@purple-sector/contracts/admin/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import type { AdminDependencies } from '../dependencies.ts'
import { lockRaceAt } from './lock-race-at.ts'

/** Route that sets the lock of a race that started early. */
export const lockRoutes = (dependencies: AdminDependencies) => async (app: App) => {
  const lockAt = lockRaceAt(dependencies)
  registerRoute(app, adminRoutes.lockRaceAt, (request) => lockAt(callerOf(request), request.params.id, request.body))
}
