import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@purple-sector/service-kit/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Limiter } from '../guards/limits.ts'
import { isUnsafe } from '../guards/origin.ts'
import { accountShares } from '../overload/account-shares.ts'
import type { LoadShedding } from '../overload/load-shedding.ts'
import type { Route } from '../route-table.ts'
import type { Session } from '../sessions/sessions.ts'

type Options = { limiter: Pick<Limiter, 'write'>; load: Pick<LoadShedding, 'acquireShare'> }

/**
 * So long an account waits for a refusal with 429. A client that sends on at once, on however many connections, then costs
 * next to nothing.
 */
const REFUSAL_DELAY_MS = 1_000
/** Reads of an account that may be under way at once: more than a browser asks for together. Further ones wait. */
export const MAX_CONCURRENT_READS = 16

/** Counts an account's writes a minute, then takes a place of its share for the request: 429 where it has too much. */
export const account = fp(
  async (api: FastifyInstance, { limiter, load }: Options) => {
    // No read is refused: as many wait as the account has connections.
    const readShares = accountShares({ maxInFlight: MAX_CONCURRENT_READS, maxQueued: Number.POSITIVE_INFINITY })

    /** False where the client has gone meanwhile. */
    const acquireForWrite = async ({ sheds }: Route, session: Session, reply: FastifyReply): Promise<boolean> => {
      try {
        await limiter.write(session)
        return sheds ? await load.acquireShare(sheds, session.userId, reply.raw) : true
      } catch (error) {
        if (error instanceof AppError && error.kind === 'too-many') await delay(REFUSAL_DELAY_MS)
        throw error
      }
    }

    api.addHook('onRequest', async (request, reply) => {
      const { session, requested } = request
      if (!session || !requested.route) return
      const isAcquired = isUnsafe(request.method)
        ? await acquireForWrite(requested.route, session, reply)
        : (await readShares.acquire(session.userId, reply.raw)) === 'acquired'
      // Nobody is answered who has gone.
      if (!isAcquired) reply.hijack()
    })
  },
  { name: 'account', dependencies: ['answer-from-cache'] },
)
