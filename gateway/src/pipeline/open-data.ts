import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Limiter } from '../guards/limits.ts'
import { replyToPreflight, setOpenHeaders } from '../guards/open-data.ts'
import { isUnsafe } from '../guards/origin.ts'
import { routeNotFound } from '../http/route-not-found.ts'
import type { CachedReads } from '../reads/cached-reads.ts'
import type { Route } from '../routing/find-route.ts'
import { isCached } from './cached-read.ts'
import type { IsInstalled } from './session.ts'

type Options = {
  limiter: Pick<Limiter, 'openData'>
  reads: Pick<CachedReads, 'replyPublic'>
  isInstalled: IsInstalled
}

/** Serves open data to everyone, with a limit per address and minute. Session cookies are ignored. */
export const openData = fp(
  async (api: FastifyInstance, { limiter, reads, isInstalled }: Options) => {
    const replyToOpenData = async (request: FastifyRequest, reply: FastifyReply, route: Route): Promise<void> => {
      setOpenHeaders(reply.raw)
      if (request.method === 'OPTIONS') {
        reply.hijack()
        replyToPreflight(reply.raw)
        return
      }
      await limiter.openData(request.ip)
      if (!isInstalled(route) || isUnsafe(request.method)) throw routeNotFound()
      if (isCached(request)) await reads.replyPublic(request, reply, request.requested.path)
    }

    api.addHook('onRequest', (request, reply, done) => {
      const { route } = request.requested
      // Other requests do not wait for a promise here.
      if (route?.access !== 'open-data') return done()
      replyToOpenData(request, reply, route).then(() => done(), done)
    })
  },
  { name: 'open-data', dependencies: ['match'] },
)
