import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import type { IdentityDependencies } from '../dependencies.ts'
import { findUsers } from './user-search-read-model.ts'

/** Registers the route that searches users. */
export const searchRoutes = (dependencies: IdentityDependencies) => async (app: App) => {
  const find = findUsers(dependencies)

  registerRoute(app, identityRoutes.searchUsers, (request) => find(callerOf(request).userId, request.query.q))
}
