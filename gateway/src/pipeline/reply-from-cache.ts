import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { CachedReads } from '../reads/cached-reads.ts'
import { isCached } from './cached-read.ts'

type Options = { reads: Pick<CachedReads, 'replyFromCache'> }

/** Replies to a read from memory. This calls no service, so it does not count against the account. */
export const replyFromCache = fp(
  async (api: FastifyInstance, { reads }: Options) => {
    api.addHook('onRequest', (request, reply, done) => {
      const { session } = request
      if (session && isCached(request)) reads.replyFromCache(request, reply, { ...request.requested, session })
      done()
    })
  },
  { name: 'reply-from-cache', dependencies: ['session'] },
)
