import { safeReturnTo } from '@purple-sector/contracts/identity/http'
import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { addressOf } from '@purple-sector/service-kit/http/client-address'
import { sendPage } from '@purple-sector/service-kit/http/page/render-page'
import type { IdentityDependencies } from '../identity-dependencies.ts'
import { signInFailed, startAtProvider } from '../oidc/oidc-routes.ts'
import type { Provider } from '../oidc/provider.ts'
import { signInPage } from './sign-in-page.ts'

/** Route `/api/login`: the page with both forms, or a redirect to the provider where one is configured. */
export const signInPageRoutes =
  (identity: IdentityDependencies, provider: Provider | undefined) => async (app: App) => {
    const startSignIn = provider && startAtProvider(identity, provider)

    registerRoute(
      app,
      identityRoutes.openSignInPage,
      async (request, reply) => {
        if (!startSignIn) return sendPage(reply, 200, signInPage({ returnTo: safeReturnTo(request.query.returnTo) }))
        const { location, cookie } = await startSignIn(request.query.returnTo, addressOf(request))
        return reply.header('cache-control', 'no-store').header('set-cookie', cookie).redirect(location, 303)
      },
      { errorHandler: signInFailed },
    )
  }
