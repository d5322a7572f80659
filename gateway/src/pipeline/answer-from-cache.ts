import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { CachedReads } from '../reads/cached-reads.ts'
import { isCached } from './cached-read.ts'

type Options = { reads: Pick<CachedReads, 'answerFromCache'> }

/** Answers a read from memory. It costs no service anything, so it does not count against its account. */
export const answerFromCache = fp(
  async (api: FastifyInstance, { reads }: Options) => {
    api.addHook('onRequest', (request, reply, done) => {
      const { session } = request
      if (session && isCached(request)) reads.answerFromCache(request, reply, { ...request.requested, session })
      done()
    })
  },
  { name: 'answer-from-cache', dependencies: ['session'] },
)
