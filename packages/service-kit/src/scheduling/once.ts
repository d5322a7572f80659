import type { Transaction } from '@purple-sector/database'
import type { FastifyRequest } from 'fastify'
import { onceFor } from '../http/idempotency.ts'

/** Runs a write in its transaction, at most once for one request that is repeated. */
export type Once = <T>(sql: Transaction, write: () => Promise<T>) => Promise<T>

/** Every time: repeating it does no harm. */
export const whenever: Once = (_sql, write) => write()

/** Once for its `Idempotency-Key`; a repetition gets the entity as it was answered the first time. */
export const onceByKey =
  (request: FastifyRequest): Once =>
  async (sql, write) =>
    (await onceFor(sql, request, async () => ({ status: 201, body: await write() }))).body
