import { type AppError, unauthorized } from '@purple-sector/service-kit/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { routeNotFound } from '../http/route-not-found.ts'
import { isAnonymous, type Route } from '../routing/find-route.ts'
import { sessionHashes } from '../sessions/session-cookie.ts'
import type { Session, Sessions } from '../sessions/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session; undefined for visitors and open data. */
    session: Session | undefined
    /** Hash of the session that the cookie names, which may not exist. */
    sessionHash: string | undefined
  }
}

/** Whether the service of a call is installed. */
export type IsInstalled = (route: Route) => boolean

type Options = { sessions: Pick<Sessions, 'peek' | 'resolve'>; cookieName: string; isInstalled: IsInstalled }

/** Resolves the session of a request: 401 if the route needs one, then 404 if no route matches. */
export const session = fp(
  async (api: FastifyInstance, { sessions, cookieName, isInstalled }: Options) => {
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
