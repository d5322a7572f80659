import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { sendPage } from '@purple-sector/service-kit/http/page/render-page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityDependencies } from '../dependencies.ts'
import { acceptForms } from '../sign-in-page/form-posts.ts'
import { signOutPage } from '../sign-in-page/sign-out-page.ts'
import { signOut, signOutEverywhere } from './sign-out.ts'
import { isTrustedNavigation } from './trusted-navigation.ts'

/** Routes that sign out here, or everywhere. */
export const signOutRoutes = (dependencies: IdentityDependencies) => async (app: App) => {
  const { cookies, publicUrl } = dependencies
  const endSession = signOut(dependencies)
  const endAllSessions = signOutEverywhere(dependencies)

  const endAndRedirect = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.identity) await endSession(request.identity)
    return reply.header('set-cookie', cookies.clearedSession()).redirect('/', 303)
  }

  // A link on another site must not sign the user out: it leads to a confirmation. HEAD must change nothing, so there
  // is no such route.
  registerRoute(app, identityRoutes.openSignOutPage, async (request, reply) => {
    if (isTrustedNavigation(request.headers, publicUrl)) return endAndRedirect(request, reply as FastifyReply)
    return sendPage(reply as FastifyReply, 200, signOutPage())
  })

  app.register(async (forms: App) => {
    acceptForms(forms)
    // The gateway has verified that our own page posts it.
    registerRoute(forms, identityRoutes.signOut, async (request, reply) =>
      endAndRedirect(request, reply as FastifyReply),
    )
  })

  registerRoute(app, identityRoutes.signOutEverywhere, async (request, reply) => {
    await endAllSessions(callerOf(request))
    return reply.code(204).header('set-cookie', cookies.clearedSession()).send(null)
  })
}
