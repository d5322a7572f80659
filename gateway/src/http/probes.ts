import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

type Options = { isReady(): boolean }

/** `/healthz`: this process answers. `/readyz`: it may be sent requests. */
export const probes = fp(
  async (app: FastifyInstance, { isReady }: Options) => {
    app.get('/healthz', async () => ({ status: 'ok' }))
    app.get('/readyz', async (_request, reply) => {
      const ready = isReady()
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'starting' })
    })
  },
  { name: 'probes' },
)
