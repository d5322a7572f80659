import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { routeNotFound } from '../http/error-replies.ts'
import type { CachedReads } from '../reads/cached-reads.ts'
import { isUnsafe, type Route } from '../routing/find-route.ts'
import type { IsInstalled } from './authenticate.ts'
import type { Limiter } from './limits.ts'

/** Whether the reply may be cached by this gateway. HEAD has the headers of GET. */
const isCached = ({ method, requested: { route } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && route?.cache !== undefined

/** CORS headers: pages of other sites may read open data, which contains no personal data. */
const SHARED = [
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', 'ETag, Retry-After'],
] as const

const setOpenHeaders = (response: ServerResponse): void => {
  for (const [name, value] of SHARED) response.setHeader(name, value)
}

/** Answers a preflight, so that pages of other sites may revalidate their copy. */
const replyToPreflight = (response: ServerResponse): void => {
  response.setHeader('access-control-allow-methods', 'GET, HEAD')
  response.setHeader('access-control-allow-headers', 'If-None-Match')
  response.setHeader('access-control-max-age', '86400')
  response.writeHead(204).end()
}

type OpenDataOptions = {
  limiter: Pick<Limiter, 'openData'>
  reads: Pick<CachedReads, 'replyPublic'>
  isInstalled: IsInstalled
}

/** Serves open data to everyone, with a limit per address and minute. Session cookies are ignored. */
export const openData = fp(
  async (api: FastifyInstance, { limiter, reads, isInstalled }: OpenDataOptions) => {
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

type ReplyFromCacheOptions = { reads: Pick<CachedReads, 'replyFromCache'> }

/** Replies to a read from memory. This calls no service, so it does not count against the account. */
export const replyFromCache = fp(
  async (api: FastifyInstance, { reads }: ReplyFromCacheOptions) => {
    api.addHook('onRequest', (request, reply, done) => {
      const { session } = request
      if (session && isCached(request)) reads.replyFromCache(request, reply, { ...request.requested, session })
      done()
    })
  },
  { name: 'reply-from-cache', dependencies: ['session'] },
)

type CachedReadOptions = { reads: Pick<CachedReads, 'replyToRead'> }

/** Replies to a cacheable read, after fetching what is missing in memory. */
export const cachedRead = fp(
  async (api: FastifyInstance, { reads }: CachedReadOptions) => {
    api.addHook('onRequest', async (request, reply) => {
      const { session } = request
      if (session && isCached(request)) await reads.replyToRead(request, reply, { ...request.requested, session })
    })
  },
  { name: 'cached-read', dependencies: ['body-size'] },
)
