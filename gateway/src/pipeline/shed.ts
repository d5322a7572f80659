import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { isUnsafe } from '../guards/origin.ts'
import { isDeferrable, type LoadShedding } from '../overload/load-shedding.ts'
import type { YieldToEventLoop } from '../overload/yield-to-event-loop.ts'

type Options = { load: Pick<LoadShedding, 'acquireSlot'>; yieldToEventLoop: YieldToEventLoop }

/** Acquires a slot, shared by all accounts, for a write that may be shed: 503 if none is free. */
export const shed = fp(
  async (api: FastifyInstance, { load, yieldToEventLoop }: Options) => {
    api.addHook('onRequest', (request, reply, done) => {
      const { session, requested } = request
      const shedClass = requested.route?.shedClass
      if (!shedClass || !session || !isUnsafe(request.method)) return done()
      const rejection = load.acquireSlot(shedClass, request.raw, reply.raw)
      if (rejection || !isDeferrable(shedClass)) return done(rejection)
      yieldToEventLoop().then(() => done(), done)
    })
  },
  { name: 'shed', dependencies: ['account'] },
)
