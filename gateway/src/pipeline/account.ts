import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@purple-sector/service-kit/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Limiter } from '../guards/limits.ts'
import { isUnsafe } from '../guards/origin.ts'
import { accountShares } from '../overload/account-shares.ts'
import type { LoadShedding } from '../overload/load-shedding.ts'
import type { Route } from '../routing/find-route.ts'
import type { Session } from '../sessions/sessions.ts'

type Options = { limiter: Pick<Limiter, 'write'>; load: Pick<LoadShedding, 'acquireShare'> }

/**
 * Delay of a 429 in ms, so that a client that retries at once costs next to nothing, on however many connections.
 */
const REJECTION_DELAY_MS = 1_000
/** Concurrent reads of an account: more than a browser makes at once. Further ones are queued. */
export const MAX_CONCURRENT_READS = 16

/** Counts an account's writes per minute, then acquires a slot of its share: 429 beyond either limit. */
export const account = fp(
  async (api: FastifyInstance, { limiter, load }: Options) => {
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
