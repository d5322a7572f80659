import { safeReturnTo } from '@purple-sector/contracts/identity/http'
import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { badRequest, notFound } from '@purple-sector/service-kit/errors'
import { addressKey } from '@purple-sector/service-kit/http/client-address'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { newSecret } from '../accounts/one-time-token-repository.ts'
import type { IdentityDependencies } from '../dependencies.ts'
import { formErrors } from '../sign-in-page/form-posts.ts'
import { notePage } from '../sign-in-page/password-pages.ts'
import { oidcRepository } from './oidc-repository.ts'
import { createPendingSignIn, type Provider } from './provider.ts'
import { signInByProvider } from './sign-in-by-provider.ts'

export const signInFailed = formErrors((_request, text) =>
  notePage({ title: 'Sign-in didn’t work', text, link: { href: '/api/login', label: 'Try again' } }),
)

const notCompleted = () => badRequest('SIGN_IN_FAILED', 'Sign-in wasn’t completed. Please try again.')
const expired = () =>
  badRequest('SIGN_IN_EXPIRED', 'This sign-in has expired or was started somewhere else. Please try again.')

/** Each started sign-in is stored for ten minutes; the limit keeps a client from filling the table. */
const STARTS_PER_MINUTE = 600

/** Starts a sign-in at the provider; state, nonce and verifier are stored, bound to this browser. */
export const startAtProvider = ({ database, cookies, cache }: IdentityDependencies, provider: Provider) => {
  const signInStart = rateLimit(cache, {
    name: 'provider-sign-ins',
    limit: STARTS_PER_MINUTE,
    refusal: 'Too many sign-ins were started here. Please wait a moment.',
  })
  return async (returnTo: string | undefined, address: string): Promise<{ location: string; cookie: string }> => {
    await signInStart.count(addressKey(address))
    const pendingSignIn = createPendingSignIn()
    const location = await provider.authorizationUrl(pendingSignIn)
    const browser = newSecret()
    await oidcRepository(database).start(pendingSignIn, browser, safeReturnTo(returnTo))
    return { location, cookie: cookies.oidc(browser) }
  }
}

/** `provider` is undefined where none is configured. */
export type ProviderDependencies = IdentityDependencies & { provider: Provider | undefined }

/** The route that the provider redirects the browser to: 404 without a provider. */
export const oidcRoutes = (dependencies: ProviderDependencies) => async (app: App) => {
  const { cookies, database, publicUrl, log, provider } = dependencies
  const signIn = signInByProvider(dependencies)

  registerRoute(
    app,
    identityRoutes.finishSignInAtProvider,
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!provider) throw notFound('NOT_FOUND', 'There’s nothing at this address.')
      const browserSecret = cookies.oidcOf(request.headers.cookie)
      if (browserSecret === undefined) throw expired()
      const signInStart = await oidcRepository(database).redeem(request.query.state, browserSecret)
      if (!signInStart) throw expired()
      const claims = await provider
        .exchangeCode(new URL(request.url, publicUrl), signInStart.pendingSignIn)
        .catch((error: unknown) => {
          log.warn({ event: 'oidc.sign_in_failed', err: error }, 'Sign-in at the OpenID Connect provider failed')
          throw notCompleted()
        })
      const { secrets } = await signIn({ issuer: provider.issuer, claims, browser: cookies.browserOf(request) })
      return reply
        .header('set-cookie', [...cookies.signedIn(secrets), cookies.clearedOidc()])
        .redirect(signInStart.returnTo, 303)
    },
    { errorHandler: signInFailed },
  )
}
