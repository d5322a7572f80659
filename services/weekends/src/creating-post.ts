import type { Database, Transaction } from '@purple-sector/database'
import { onceFor } from '@purple-sector/service-kit'
import type { FastifyRequest } from 'fastify'
import { type Actor, actorOf } from './audit/admin-action.ts'

/**
 * Runs what a creating POST asks for, together with its `Idempotency-Key`, in one transaction; a repetition gets the
 * entity as it was answered the first time.
 */
export const creating =
  (database: Database) =>
  async <T>(request: FastifyRequest, create: (sql: Transaction, actor: Actor) => Promise<T>): Promise<T> => {
    const reply = await database.transaction((sql) =>
      onceFor(sql, request, async () => ({ status: 201, body: await create(sql, actorOf(request)) })),
    )
    return reply.body
  }
