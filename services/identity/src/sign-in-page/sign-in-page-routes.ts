import { errorPageResponses, noContent, pageResponse } from '@purple-sector/contracts/common'
import { safeReturnTo } from '@purple-sector/contracts/identity/http'
import { addressOf } from '@purple-sector/service-kit/http/client-address'
import { sendPage } from '@purple-sector/service-kit/http/page/render-page'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { signInFailed, startAtProvider } from '../oidc/oidc-routes.ts'
import type { Provider } from '../oidc/provider.ts'
import { signInPage } from './sign-in-page.ts'

const querystring = z.object({ returnTo: z.string().optional().catch(undefined) })

/** Route `/api/login`: the page with both forms, or a redirect to the provider where one is configured. */
export const signInPageRoutes =
  (identity: IdentityDependencies, provider: Provider | undefined): FastifyPluginAsyncZod =>
  async (app) => {
    const startSignIn = provider && startAtProvider(identity, provider)

    app.get(
      '/api/login',
      {
        schema: { querystring, response: { 200: pageResponse, 303: noContent, ...errorPageResponses } },
        config: { access: 'public' },
        errorHandler: signInFailed,
      },
      async (request, reply) => {
        if (!startSignIn) return sendPage(reply, 200, signInPage({ returnTo: safeReturnTo(request.query.returnTo) }))
        const { location, cookie } = await startSignIn(request.query.returnTo, addressOf(request))
        return reply.header('cache-control', 'no-store').header('set-cookie', cookie).redirect(location, 303)
      },
    )
  }
