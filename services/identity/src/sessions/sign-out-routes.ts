import { errorResponses, noContent, pageResponse } from '@purple-sector/contracts/common'
import { callerOf } from '@purple-sector/service-kit'
import { sendPage } from '@purple-sector/service-kit/http/page/render-page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { acceptForms } from '../sign-in-page/form-posts.ts'
import { signOutPage } from '../sign-in-page/sign-out-page.ts'
import { signOut, signOutEverywhere } from './sign-out.ts'
import { isTrustedNavigation } from './trusted-navigation.ts'

const config = { access: 'public' } as const

/** Routes that sign out here, or everywhere. */
export const signOutRoutes =
  (identity: IdentityDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { cookies, publicUrl } = identity
    const endSession = signOut(identity)
    const endAllSessions = signOutEverywhere(identity)

    const endAndRedirect = async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.identity) await endSession(request.identity)
      return reply.header('set-cookie', cookies.clearedSession()).redirect('/', 303)
    }

    // A link on another site must not sign the user out: it leads to a confirmation. HEAD must change nothing, so there
    // is no such route.
    app.get(
      '/api/logout',
      {
        schema: { response: { 200: pageResponse, 303: noContent, ...errorResponses } },
        config,
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        if (isTrustedNavigation(request.headers, publicUrl)) return endAndRedirect(request, reply as FastifyReply)
        return sendPage(reply as FastifyReply, 200, signOutPage())
      },
    )

    app.register(async (forms: Parameters<FastifyPluginAsyncZod>[0]) => {
      acceptForms(forms)
      // The gateway has verified that our own page posts it.
      forms.post(
        '/api/logout',
        { schema: { response: { 303: noContent, ...errorResponses } }, config },
        async (request, reply) => endAndRedirect(request, reply as FastifyReply),
      )
    })

    app.post(
      '/api/auth/logout-everywhere',
      { schema: { response: { 204: noContent, ...errorResponses } } },
      async (request, reply) => {
        await endAllSessions(callerOf(request))
        return reply.code(204).header('set-cookie', cookies.clearedSession()).send(null)
      },
    )
  }
