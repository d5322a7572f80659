import { safeReturnTo } from '@purple-sector/contracts/identity/http'
import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { addressOf } from '@purple-sector/service-kit/http/client-address'
import { sendPage } from '@purple-sector/service-kit/http/page/render-page'
import { type ProviderDependencies, signInFailed, startAtProvider } from '../oidc/oidc-routes.ts'
import { signInPage } from './sign-in-page.ts'

/** Route `/api/login`: the page with both forms, or a redirect to the provider where one is configured. */
export const signInPageRoutes = (dependencies: ProviderDependencies) => async (app: App) => {
  const { provider } = dependencies
  const startSignIn = provider && startAtProvider(dependencies, provider)

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
