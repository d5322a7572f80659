import { forbidden } from '@purple-sector/service-kit/errors'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { isOwnOrigin, isUnsafe } from '../guards/origin.ts'

type Options = { publicUrl: string | undefined }

/** Rejects writes that our own pages did not send: 403. */
export const origin = fp(
  async (api: FastifyInstance, { publicUrl }: Options) => {
    api.addHook('onRequest', (request, _reply, done) => {
      if (!isUnsafe(request.method) || isOwnOrigin(request.headers, publicUrl)) done()
      else done(forbidden('FOREIGN_ORIGIN', 'Another site sent this request.'))
    })
  },
  { name: 'origin', dependencies: ['open-data'] },
)
