import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

type Options = { isReady(): boolean }

/** Serves `/healthz` (the process runs) and `/readyz` (it accepts requests). */
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
