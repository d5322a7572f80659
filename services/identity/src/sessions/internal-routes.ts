import * as calls from '@purple-sector/contracts/identity/internal'
import { type App, registerInternalRoute } from '@purple-sector/service-kit'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { resolveSessions } from './resolve-sessions.ts'

/** Gateways know sessions by their secrets' hashes only, and ask for up to 500 at once. */
export const internalRoutes = (dependencies: IdentityDependencies) => {
  const resolve = resolveSessions(dependencies)
  return async (app: App) =>
    registerInternalRoute(app, calls.resolveSessions, async ({ request }) => ({
      sessions: await resolve(request.hashes),
    }))
}
