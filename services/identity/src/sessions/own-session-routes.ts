import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import type { IdentityDependencies } from '../dependencies.ts'
import { endOwnSession } from './end-own-session.ts'
import { ownSessions } from './own-session-read-model.ts'

/** Routes of the caller's own sessions: list and end them. */
export const ownSessionRoutes = (dependencies: IdentityDependencies) => async (app: App) => {
  const list = ownSessions(dependencies.database)
  const end = endOwnSession(dependencies)

  registerRoute(app, identityRoutes.listOwnSessions, (request) => list(callerOf(request)))
  registerRoute(app, identityRoutes.endOwnSession, async (request, reply) => {
    const caller = callerOf(request)
    await end(caller, request.params.id)
    if (request.params.id === caller.sessionId) reply.header('set-cookie', dependencies.cookies.clearedSession())
    return reply.code(204).send(null)
  })
}
