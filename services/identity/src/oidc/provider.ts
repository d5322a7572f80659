import type { Logger } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'
import { memoizeAsync } from '@purple-sector/service-kit/scheduling/memoize-async'
import * as client from 'openid-client'
import type { OidcConfig } from '../config.ts'
import { claimsOf, type ProviderClaims } from './provider-claims.ts'

/**
 * A started sign-in: the values that its callback must match.
 *
 * `codeVerifier` is the secret of PKCE; the browser gets only its hash.
 */
export type PendingSignIn = { state: string; nonce: string; codeVerifier: string }

export type Provider = {
  issuer: string
  /** Returns the URL to redirect the browser to. Throws `unavailable` while the provider is unreachable. */
  authorizationUrl(pendingSignIn: PendingSignIn): Promise<string>
  /** Exchanges the code of the callback; rejects a response that does not match the pending sign-in. */
  exchangeCode(callbackUrl: URL, pendingSignIn: PendingSignIn): Promise<ProviderClaims>
}

/** Tolerated difference of the provider's clock, in seconds. */
const CLOCK_TOLERANCE_S = 60

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Creates the client: discovery, authorization code with PKCE, state and nonce (OpenID Connect Core 1.0, RFC 7636). */
export const createProvider = (config: OidcConfig, redirectUri: string, log: Logger): Provider => {
  const discover = memoizeAsync((): Promise<client.Configuration> => {
    const metadata = {
      ...(config.clientSecret === undefined ? {} : { client_secret: config.clientSecret }),
      [client.clockTolerance]: CLOCK_TOLERANCE_S,
    }
    const authentication = config.clientSecret === undefined ? client.None() : undefined
    // Plain http is allowed for a provider on this machine, as used in development.
    const insecure = isLoopback(config.issuer) ? [client.allowInsecureRequests] : []
    // By default the library does not verify signatures of ID tokens, because they arrive over TLS from the provider.
    const execute = [...insecure, client.enableNonRepudiationChecks]
    return client.discovery(config.issuer, config.clientId, metadata, authentication, { execute, timeout: 10 })
  })

  const discoverOrThrow = async (): Promise<client.Configuration> => {
    try {
      return await discover()
    } catch (error) {
      log.error(
        { event: 'oidc.provider_unreachable', err: error, issuer: config.issuer.href },
        'OpenID Connect discovery failed; sign-ins fail',
      )
      throw unavailable('The sign-in service isn’t answering. Please try again in a moment.', 10)
    }
  }

  return {
    issuer: config.issuer.href,

    async authorizationUrl({ state, nonce, codeVerifier }) {
      const url = client.buildAuthorizationUrl(await discoverOrThrow(), {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async exchangeCode(callbackUrl, { state, nonce, codeVerifier }) {
      const configuration = await discoverOrThrow()
      const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token')
      if (claims.iat > Date.now() / 1_000 + CLOCK_TOLERANCE_S) throw new Error('The ID token was issued in the future')
      const hasInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
      const info = hasInfo ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
      return claimsOf(claims, info)
    },
  }
}

export const createPendingSignIn = (): PendingSignIn => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  codeVerifier: client.randomPKCECodeVerifier(),
})
