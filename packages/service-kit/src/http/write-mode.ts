import type { Transaction } from '@purple-sector/database'
import type { FastifyRequest } from 'fastify'
import { runIdempotent } from './idempotency.ts'

/** Runs a write in its transaction, at most once for a request that is repeated. */
export type WriteMode = <T>(sql: Transaction, write: () => Promise<T>) => Promise<T>

/** Runs the write every time, because repeating it is harmless. */
export const nonIdempotent: WriteMode = (_sql, write) => write()

/** Runs the write once per `Idempotency-Key`; a repetition gets the entity of the first reply. */
export const idempotent =
  (request: FastifyRequest): WriteMode =>
  async (sql, write) =>
    (await runIdempotent(sql, request, async () => ({ status: 201, body: await write() }))).body
