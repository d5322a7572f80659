import { createHash } from 'node:crypto'
import type { Database, Transaction } from '@purple-sector/database'
import type { FastifyRequest } from 'fastify'
import { badField, conflict } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { BackgroundTask } from '../platform.ts'
import { runPeriodically } from '../scheduling/run-periodically.ts'
import { callerOf } from './app.ts'

const IS_EXPIRED = `created_at < clock_timestamp() - interval '24 hours'`

/** Deletes the caller's expired keys, which count as unused; skips those that another transaction is deleting. */
const DELETE_EXPIRED_OF_USER = `
delete from idempotency_keys where ctid = any(array(
  select ctid from idempotency_keys where user_id = ? and ${IS_EXPIRED} for update skip locked))`

const DELETE_EXPIRED = `
delete from idempotency_keys where ctid = any(array(
  select ctid from idempotency_keys where ${IS_EXPIRED} limit ? for update skip locked))`
const BATCH_SIZE = 5_000
const HOUR_MS = 3_600_000

/** Deletes all expired keys with their stored replies: callers that do not return would leave theirs behind. */
export const sweepIdempotencyKeys = async (database: Database): Promise<void> => {
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; ) {
    const { rowCount } = await database.raw<{ rowCount: number }>(DELETE_EXPIRED, [BATCH_SIZE])
    deleted = rowCount
  }
}

/** Sweeps at the start and every hour: a task of every service that has the table. */
export const startIdempotencySweep = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runPeriodically(HOUR_MS, log, 'sweep of idempotency keys', () => sweepIdempotencyKeys(database))

const rowOf = (request: FastifyRequest, key: string) => ({
  user_id: callerOf(request).userId,
  route: `${request.method} ${request.url.split('?')[0]}`,
  key,
})

/** Whether a request repeats a completed one: it gets the stored reply and does not count against limits again. */
export const isReplay = async (database: Database, request: FastifyRequest): Promise<boolean> => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return false
  const stored = database('idempotency_keys').where(rowOf(request, key)).whereRaw(`not (${IS_EXPIRED})`)
  return (await stored.first('key')) !== undefined
}

export type Reply<T> = { status: number; body: T }

/**
 * Runs `work` once per `Idempotency-Key` of the caller (docs/contract.md, HTTP in general).
 *
 * The key is written in the transaction of the effect, so a concurrent duplicate waits for it. The same body gets the
 * stored reply; another body is 409 `IDEMPOTENCY_KEY_REUSED`. Without the header `work` just runs. Keys count for 24
 * hours.
 */
export const runIdempotent = async <T>(
  sql: Transaction,
  request: FastifyRequest,
  work: () => Promise<Reply<T>>,
): Promise<Reply<T>> => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return work()
  if (typeof key !== 'string' || key.length < 1 || key.length > 128)
    throw badField('Idempotency-Key', 'must have 1 to 128 characters')
  const row = rowOf(request, key)
  const body_hash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex')
  await sql.raw(DELETE_EXPIRED_OF_USER, [row.user_id])
  const inserted = await sql('idempotency_keys')
    .insert({ ...row, body_hash })
    .onConflict()
    .ignore()
    .returning('key')
  if (inserted.length === 0) {
    const stored = await sql('idempotency_keys').where(row).first()
    if (stored.body_hash !== body_hash)
      throw conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.')
    return { status: stored.status, body: stored.reply }
  }
  const reply = await work()
  await sql('idempotency_keys')
    .where(row)
    .update({ status: reply.status, reply: JSON.stringify(reply.body) })
  return reply
}
