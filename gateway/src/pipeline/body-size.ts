import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { checkBodySize, maxBodyBytes } from '../guards/limits.ts'
import { isUnsafe } from '../guards/origin.ts'

/** Rejects a body by its announced size: 413. */
export const bodySize = fp(
  async (api: FastifyInstance) => {
    api.addHook('onRequest', async ({ method, headers, requested }) => {
      if (isUnsafe(method)) checkBodySize(headers['content-length'], maxBodyBytes(requested.route))
    })
  },
  { name: 'body-size', dependencies: ['shed'] },
)
