import type { Transaction } from '@purple-sector/database'
import type { FastifyRequest } from 'fastify'
import { runIdempotent } from './idempotency.ts'

/** Runs a write in its transaction: either every time, or once per `Idempotency-Key`. */
export type WriteMode = <T>(sql: Transaction, write: () => Promise<T>) => Promise<T>

/** Runs the write every time. For writes that a client can repeat harmlessly, so they accept no `Idempotency-Key`. */
export const withoutIdempotencyKey: WriteMode = (_sql, write) => write()

/**
 * Runs the write once per `Idempotency-Key` of the request; a repetition gets the body of the stored reply.
 *
 * Without the header the write just runs. Another body with the same key is 409 `IDEMPOTENCY_KEY_REUSED`.
 */
export const withIdempotencyKey =
  (request: FastifyRequest): WriteMode =>
  async (sql, write) =>
    (await runIdempotent(sql, request, async () => ({ status: 201, body: await write() }))).body
