import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cache } from '@purple-sector/cache'
import { AppError, tooLarge } from '@purple-sector/service-kit/errors'
import { addressKey } from '@purple-sector/service-kit/http/client-address'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { observeRequest } from '@purple-sector/service-kit/metrics'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Headers } from '../guards/common-headers.ts'
import { errorReply } from '../http/error-replies.ts'
import { requestIdOf } from '../http/request-id.ts'
import { accountShares, isDeferrable, type LoadShedding, type YieldToEventLoop } from '../overload/load-shedding.ts'
import { isUnsafe, isUpload, type Route, requestedOf } from '../routing/find-route.ts'
import type { Session } from '../sessions/sessions.ts'
import { sessionIdOf } from './authenticate.ts'

/** Limits per minute. */
export type Limits = { writes: number; adminWrites: number; openData: number }

const MAX_BODY = 1_048_576
const MAX_UPLOAD = 32 * MAX_BODY

/** The maximum body that the gateway forwards to a call; the service may accept less. */
export const maxBodyBytes = (route: Route | undefined): number => (route && isUpload(route) ? MAX_UPLOAD : MAX_BODY)

/** Rejects a body by its announced size, before it is read. Bodies without one are counted while they arrive. */
export const checkBodySize = (contentLength: string | undefined, maxBytes: number): void => {
  if (Number(contentLength ?? 0) > maxBytes) throw tooLarge()
}

export type Limiter = {
  /** Counts a write of a signed-in user, from any address. Throws 429 above the limit. */
  write(user: { userId: string; isAdmin: boolean }): Promise<void>
  /** Counts a request for open data from an address. Throws 429 above the limit. */
  openData(address: string): Promise<void>
}

/** Limits that all gateways share through the cache. */
export const createLimiter = (cache: Cache, limits: Limits): Limiter => {
  const writes = rateLimit(cache, { name: 'writes', limit: limits.writes })
  const openData = rateLimit(cache, { name: 'open-data', limit: limits.openData })
  return {
    write: ({ userId, isAdmin }) => writes.count(userId, isAdmin ? limits.adminWrites : limits.writes),
    openData: (address) => openData.count(addressKey(address)),
  }
}

/** Returns a function that writes the rejection before the framework sees the request; undefined to accept it. */
export type RejectOverloaded = (request: IncomingMessage) => ((response: ServerResponse) => void) | undefined

type RejectOverloadedOptions = {
  load: LoadShedding
  yieldToEventLoop: YieldToEventLoop
  headers: Headers
  cookieName: string
}

/**
 * Rejects writes that could not be answered in time, before the framework sees them.
 * This saves a quarter of the cost of a rejection. In a rush there are twice as many rejections as accepted tips, and
 * the same process may have to serve the accepted ones. Checks nothing while slots are free. Each account has only a
 * share of the slots (`account`), so no account can fill them alone.
 */
export const createRejectOverloaded = ({
  load,
  yieldToEventLoop,
  headers,
  cookieName,
}: RejectOverloadedOptions): RejectOverloaded => {
  const commonHeaders = [
    ...headers.flat(),
    'cache-control',
    'no-store',
    'content-type',
    'application/json; charset=utf-8',
  ]
  return (request) => {
    const { method = '' } = request
    if (!isUnsafe(method) || !load.isSaturated()) return undefined
    const { route } = requestedOf(request)
    // Visitors get 401 as always. Resolving the session would cost more than the rejection.
    if (!route?.shedClass || sessionIdOf(request.headers.cookie, cookieName) === undefined) return undefined
    const rejection = load.rejectionOf(route.shedClass)
    if (!rejection) return undefined
    const reject = (response: ServerResponse): void => {
      const requestId = requestIdOf(request)
      const { status, body } = errorReply(rejection, requestId)
      const requestHeaders = ['x-request-id', requestId, 'retry-after', String(rejection.retryAfterSeconds)]
      response.writeHead(status, [
        ...commonHeaders,
        ...requestHeaders,
        'content-length',
        String(Buffer.byteLength(body)),
      ])
      response.end(body)
      observeRequest('gateway', method, route.path, status, 0)
    }
    return isDeferrable(route.shedClass) ? (response) => void yieldToEventLoop().then(() => reject(response)) : reject
  }
}

type AccountOptions = { limiter: Pick<Limiter, 'write'>; load: Pick<LoadShedding, 'acquireShare'> }

/**
 * Delay of a 429 in ms, so that a client that retries at once costs next to nothing, on however many connections.
 */
const REJECTION_DELAY_MS = 1_000
/** Concurrent reads of an account: more than a browser makes at once. Further ones are queued. */
export const MAX_CONCURRENT_READS = 16

/** Counts an account's writes per minute, then acquires a slot of its share: 429 beyond either limit. */
export const account = fp(
  async (api: FastifyInstance, { limiter, load }: AccountOptions) => {
    // Reads are never rejected: the queue is bounded by the account's connections.
    const readShares = accountShares({ maxInFlight: MAX_CONCURRENT_READS, maxQueued: Number.POSITIVE_INFINITY })

    /** Resolves to false if the client disconnected meanwhile. */
    const acquireForWrite = async ({ shedClass }: Route, session: Session, reply: FastifyReply): Promise<boolean> => {
      try {
        await limiter.write(session)
        return shedClass ? await load.acquireShare(shedClass, session.userId, reply.raw) : true
      } catch (error) {
        if (error instanceof AppError && error.kind === 'too-many') await delay(REJECTION_DELAY_MS)
        throw error
      }
    }

    api.addHook('onRequest', async (request, reply) => {
      const { session, requested } = request
      if (!session || !requested.route) return
      const isAcquired = isUnsafe(request.method)
        ? await acquireForWrite(requested.route, session, reply)
        : (await readShares.acquire(session.userId, reply.raw)) === 'acquired'
      // A client that disconnected gets no reply.
      if (!isAcquired) reply.hijack()
    })
  },
  { name: 'account', dependencies: ['reply-from-cache'] },
)

type ShedOptions = { load: Pick<LoadShedding, 'acquireSlot'>; yieldToEventLoop: YieldToEventLoop }

/** Acquires a slot, shared by all accounts, for a write that may be shed: 503 if none is free. */
export const shed = fp(
  async (api: FastifyInstance, { load, yieldToEventLoop }: ShedOptions) => {
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

/** Rejects a body by its announced size: 413. */
export const bodySize = fp(
  async (api: FastifyInstance) => {
    api.addHook('onRequest', async ({ method, headers, requested }) => {
      if (isUnsafe(method)) checkBodySize(headers['content-length'], maxBodyBytes(requested.route))
    })
  },
  { name: 'body-size', dependencies: ['shed'] },
)
