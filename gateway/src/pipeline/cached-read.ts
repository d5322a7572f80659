import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { CachedReads } from '../reads/cached-reads.ts'

type Options = { reads: Pick<CachedReads, 'replyToRead'> }

/** Whether the reply may be cached by this gateway. */
export const isCached = ({ method, requested: { route } }: FastifyRequest): boolean =>
  method === 'GET' && route?.cache !== undefined

/** Replies to a cacheable read, after fetching what is missing in memory. */
export const cachedRead = fp(
  async (api: FastifyInstance, { reads }: Options) => {
    api.addHook('onRequest', async (request, reply) => {
      const { session } = request
      if (session && isCached(request)) await reads.replyToRead(request, reply, { ...request.requested, session })
    })
  },
  { name: 'cached-read', dependencies: ['body-size'] },
)
