import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type Requested, requestedOf } from '../routing/requested.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's path, parsed once, and the call that it matches. */
    readonly requested: Requested
    /** The call's path, for metrics. */
    routeName: string
  }
}

/** Matches a request with the public calls. A missing route is rejected later, for signed-in callers (`session.ts`). */
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
