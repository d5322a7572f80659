import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { endOwnSession, ownSessions } from './own-sessions.ts'

/** Routes of the caller's own sessions: list and end them. */
export const ownSessionRoutes = (identity: IdentityDependencies) => async (app: App) => {
  const list = ownSessions(identity.database)
  const end = endOwnSession(identity)

  registerRoute(app, identityRoutes.listOwnSessions, (request) => list(callerOf(request)))
  registerRoute(app, identityRoutes.endOwnSession, async (request, reply) => {
    const caller = callerOf(request)
    await end(caller, request.params.id)
    if (request.params.id === caller.sessionId) reply.header('set-cookie', identity.cookies.clearedSession())
    return reply.code(204).send(null)
  })
}
