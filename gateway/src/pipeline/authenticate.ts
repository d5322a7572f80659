import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type AppError, forbidden, unauthorized } from '@purple-sector/service-kit/errors'
import { parseCookie } from 'cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { routeNotFound } from '../http/error-replies.ts'
import { isAnonymous, isUnsafe, type Requested, type Route, requestedOf } from '../routing/find-route.ts'
import type { Session, Sessions } from '../sessions/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's path, parsed once, and the call that it matches. */
    readonly requested: Requested
    /** The call's path, for metrics. */
    routeName: string
    /** The caller's session; undefined for visitors and open data. */
    session: Session | undefined
    /** Hash of the session that the cookie names, which may not exist. */
    sessionHash: string | undefined
  }
}

/** Matches a request with the public calls. A missing route is rejected later, for signed-in callers (`session`). */
export const match = fp(
  async (api: FastifyInstance) => {
    api.decorateRequest('requested', {
      getter() {
        return requestedOf(this.raw)
      },
    })
    api.addHook('onRequest', (request, _reply, done) => {
      request.routeName = request.requested.route?.path ?? 'none'
      done()
    })
  },
  { name: 'match' },
)

const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}

/** Spells `Host` as in an origin of this scheme: without a default port. */
const hostSpelledLike = (origin: string, host: string): string | undefined =>
  hostOf(`${origin.split(':')[0]}://${host}`)

/**
 * Whether our own pages sent the request (docs/security.md, What is defended, and how).
 * With a public URL the origin must equal it; without one its host and port must be the request's `Host`. A client
 * without an origin is no browser, unless `sec-fetch-site` names another site.
 */
export const isOwnOrigin = (headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean => {
  const { origin, host } = headers
  if (origin === undefined) {
    const site = headers['sec-fetch-site']
    return site !== 'cross-site' && site !== 'same-site'
  }
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  return host !== undefined && hostOf(origin) !== undefined && hostOf(origin) === hostSpelledLike(origin, host)
}

type OriginOptions = { publicUrl: string | undefined }

/** Rejects writes that our own pages did not send: 403. */
export const origin = fp(
  async (api: FastifyInstance, { publicUrl }: OriginOptions) => {
    api.addHook('onRequest', (request, _reply, done) => {
      if (!isUnsafe(request.method) || isOwnOrigin(request.headers, publicUrl)) done()
      else done(forbidden('FOREIGN_ORIGIN', 'Another site sent this request.'))
    })
  },
  { name: 'origin', dependencies: ['open-data'] },
)

/** The `__Host-` name binds the cookie to https and this host; browsers reject it otherwise. */
export const sessionCookieName = (isSecure: boolean): string => (isSecure ? '__Host-session' : 'session')

/** Identity creates ids from at least 128 bits; shorter ones are invalid and are never requested. */
const SESSION_ID = /^[A-Za-z0-9_-]{22,128}$/

/** The session id of a `Cookie` header: the first cookie of exactly this name. */
export const sessionIdOf = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined) return undefined
  // Our ids are never encoded, so an encoded one is invalid.
  const id = parseCookie(header, { decode: (value) => value })[name]
  return id !== undefined && SESSION_ID.test(id) ? id : undefined
}

/** Hashes a session id: SHA-256 in hex. Only the browser knows the id itself. */
export const hashOf = (sessionId: string): string => hash('sha256', sessionId, 'hex')

/** Reads the session hash of a request; cached per connection, because a browser repeats its cookie. */
export const sessionHashes = (name: string): ((request: IncomingMessage) => string | undefined) => {
  const lastCookies = new WeakMap<Socket, { cookie: string; hash: string | undefined }>()
  return ({ socket, headers: { cookie } }) => {
    if (cookie === undefined) return undefined
    const cached = lastCookies.get(socket)
    if (cached?.cookie === cookie) return cached.hash
    const id = sessionIdOf(cookie, name)
    const entry = { cookie, hash: id === undefined ? undefined : hashOf(id) }
    lastCookies.set(socket, entry)
    return entry.hash
  }
}

/** Whether the service of a call is installed. */
export type IsInstalled = (route: Route) => boolean

type SessionOptions = { sessions: Pick<Sessions, 'peek' | 'resolve'>; cookieName: string; isInstalled: IsInstalled }

/** Resolves the session of a request: 401 if the route needs one, then 404 if no route matches. */
export const session = fp(
  async (api: FastifyInstance, { sessions, cookieName, isInstalled }: SessionOptions) => {
    const sessionHashOf = sessionHashes(cookieName)

    const resolve = async (hash: string, isRequired: boolean): Promise<Session | undefined> => {
      try {
        return await sessions.resolve(hash)
      } catch (error) {
        // A page that needs no session is served even if identity is unavailable.
        if (isRequired) throw error
        return undefined
      }
    }

    const rejectionOf = ({ requested: { route }, session }: FastifyRequest): AppError | undefined => {
      if (!session && !(route && isAnonymous(route))) return unauthorized()
      return route && isInstalled(route) ? undefined : routeNotFound()
    }

    api.decorateRequest('session', undefined)
    api.decorateRequest('sessionHash', undefined)
    // Cached sessions are handled synchronously, without a promise.
    api.addHook('onRequest', (request, _reply, done) => {
      const { route } = request.requested
      if (route?.access === 'open-data') return done()
      const hash = sessionHashOf(request.raw)
      request.sessionHash = hash
      request.session = hash === undefined ? undefined : sessions.peek(hash)
      if (hash === undefined || request.session) return done(rejectionOf(request))
      resolve(hash, !(route && isAnonymous(route))).then((session) => {
        request.session = session
        done(rejectionOf(request))
      }, done)
    })
  },
  { name: 'session', dependencies: ['origin'] },
)
