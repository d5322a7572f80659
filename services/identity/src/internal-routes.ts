import * as calls from '@purple-sector/contracts/identity/internal'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import type { IdentityDependencies } from './dependencies.ts'
import { resolveSessions } from './sessions/resolve-sessions-sql.ts'

/** Internal route for gateways, which know sessions only by the hashes of their secrets, up to 500 per request. */
export const internalRoutes = (dependencies: IdentityDependencies) => async (app: App) => {
  const resolve = resolveSessions(dependencies)
  registerInternalRoute(app, calls.resolveSessions, async ({ request }) => ({
    sessions: await resolve(request.hashes),
  }))
}
