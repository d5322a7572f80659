import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { isUnsafe } from '../guards/origin.ts'
import { isDeferrable, type LoadShedding } from '../overload/load-shedding.ts'
import type { YieldToEventLoop } from '../overload/yield-to-event-loop.ts'

type Options = { load: Pick<LoadShedding, 'enter'>; yieldToEventLoop: YieldToEventLoop }

/** Acquires a slot of all accounts for a write that may be shed: 503 where there is none. */
export const shed = fp(
  async (api: FastifyInstance, { load, yieldToEventLoop }: Options) => {
    api.addHook('onRequest', (request, reply, done) => {
      const { session, requested } = request
      const kind = requested.route?.sheds
      if (!kind || !session || !isUnsafe(request.method)) return done()
      const refusal = load.enter(kind, request.raw, reply.raw)
      if (refusal || !isDeferrable(kind)) return done(refusal)
      yieldToEventLoop().then(() => done(), done)
    })
  },
  { name: 'shed', dependencies: ['account'] },
)
