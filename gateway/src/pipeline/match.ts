import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type Requested, requestedOf } from '../routing/requested.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What it asks for: its path, parsed once, and the row of the route table that fits it. */
    readonly requested: Requested
    /** The row's path, for metrics. */
    routeName: string
  }
}

/** Says which row of the route table a request belongs to. That none fits is said to who may hear it (`session.ts`). */
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
