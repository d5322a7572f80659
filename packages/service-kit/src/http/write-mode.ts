import type { Transaction } from '@purple-sector/database'
import type { FastifyRequest } from 'fastify'
import { runIdempotent } from './idempotency.ts'

/** Runs a write in its transaction, at most once for one request that is repeated. */
export type WriteMode = <T>(sql: Transaction, write: () => Promise<T>) => Promise<T>

/** Every time: repeating it does no harm. */
export const nonIdempotent: WriteMode = (_sql, write) => write()

/** Once for its `Idempotency-Key`; a repetition gets the entity as it was answered the first time. */
export const idempotent =
  (request: FastifyRequest): WriteMode =>
  async (sql, write) =>
    (await runIdempotent(sql, request, async () => ({ status: 201, body: await write() }))).body
