import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { decodeJwt, exportJWK, generateKeyPair, type JWK } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export type Person = {
  sub: string
  email?: string
  email_verified?: boolean | string
  given_name?: string
  family_name?: string
}

export const oidcClient = { clientId: 'purple-sector', clientSecret: 'a secret of the client' }

/** Creates another ID token from the claims that the provider signed and from its public key. */
export type Forger = (claims: Record<string, unknown>, publicKey: JWK) => Promise<string>

/** Starts a real OpenID Connect provider on loopback; it signs in the `person` of a visit without a prompt. */
export const startOidcProvider = async (redirectUri: string) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const publicJwk = { ...(await exportJWK(publicKey)), use: 'sig', alg: 'RS256', kid: 'the key' }
  const state: { person: Person; requests: URL[]; forger: Forger | undefined } = {
    person: { sub: 'nobody' },
    requests: [],
    forger: undefined,
  }

  const configuration: Configuration = {
    clients: [
      {
        client_id: oidcClient.clientId,
        client_secret: oidcClient.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'the key' }] },
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ ...state.person, sub: accountId }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(issuer, configuration)
  provider.use(async (context, next) => {
    await next()
    if (context.path === '/token' && state.forger && context.body.id_token)
      context.body.id_token = await state.forger(decodeJwt(context.body.id_token), publicJwk)
  })
  const handleRequest = provider.callback()
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer)
    state.requests.push(url)
    if (!url.pathname.startsWith('/interaction/')) return handleRequest(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: state.person.sub } })
  })

  return {
    issuer,
    privateKey,
    requests: state.requests,

    /** Replaces ID tokens with forged ones from now on, like an attacker between the provider and us. */
    forgeBy(forger: Forger | undefined): void {
      state.forger = forger
    },

    /** Follows the redirects of a browser at the provider and returns the URL of the callback. */
    async visit(location: string, person: Person): Promise<string> {
      state.person = person
      const cookies = new Map<string, string>()
      let url = location
      for (let hops = 0; hops < 10; hops++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const set of reply.headers.getSetCookie()) {
          const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
          cookies.set(name, value)
        }
        const next = reply.headers.get('location')
        if (next === null) throw new Error(`${reply.status} ${await reply.text()}`)
        url = new URL(next, url).href
        if (url.startsWith(redirectUri)) return url
      }
      throw new Error('The provider sends the browser around in circles')
    },

    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
