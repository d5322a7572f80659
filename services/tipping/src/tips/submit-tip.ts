import type { SubmitTipBody, Tip } from '@purple-sector/contracts/tipping/http'
import type { Database, Transaction } from '@purple-sector/database'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import type { Caller, Reply } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { batchRequests } from '@purple-sector/service-kit/scheduling/batch-requests'
import { keyedMutex } from '@purple-sector/service-kit/scheduling/keyed-mutex'
import { tipReadModel } from './tip-read-model.ts'
import type { TipRequest } from './tip-repository.ts'
import { type TipReceipt, writeTip, writeTips } from './write-tips.ts'

/** Transactions of a weekend in progress: one works while the other waits for the disk. */
const CONCURRENCY = 2

/** Writes tips of a weekend that arrive together in one transaction: before a deadline all fans tip at once. */
export const createTipBatcher = (database: Database): ((request: TipRequest) => Promise<TipReceipt>) => {
  const submit = batchRequests<TipRequest, TipReceipt>({
    batchKey: ({ weekendId }) => String(weekendId),
    partitionKey: ({ userId }) => userId,
    concurrency: CONCURRENCY,
    async handleBatch(requests) {
      const outcomes = await database.transaction((sql) => writeTips(sql, requests))
      return outcomes.map((outcome) =>
        'receipt' in outcome ? { result: outcome.receipt } : { rejection: outcome.rejection },
      )
    },
    handleOne: (request) => database.transaction((sql) => writeTip(sql, request)),
  })
  return (request) => submit({ traceparent: currentTraceparent(), ...request })
}

/** Runs `work` at most once for a repeated request, in the transaction of its effect. */
export type WriteMode = <T>(sql: Transaction, work: () => Promise<Reply<T>>) => Promise<Reply<T>>

type Dependencies = { database: Database; write: (request: TipRequest) => Promise<TipReceipt> }

const replyOf = ({ isNew, tip }: TipReceipt): Reply<Tip> => ({ status: isNew ? 201 : 200, body: tip })

/**
 * Submits a fan's tip (docs/rules.md, Tips).
 *
 * Unlike other use cases it opens no transaction of its own: tips that arrive together share one, which `write` opens
 * (ADR 6). Only a tip with an `Idempotency-Key` has its own, one at a time per fan: tips of a fan wait for each other
 * anyway, and all at once they would exhaust the connection pool.
 */
export const submitTip = ({ database, write }: Dependencies) => {
  const perFan = keyedMutex()
  return async (
    { userId, username, firstName, lastName }: Caller,
    input: SubmitTipBody,
    writeMode?: WriteMode,
  ): Promise<Reply<Tip>> => {
    const { weekendId, category, carId, groupId = null } = input
    const names = { username, firstName, lastName }
    const request = { userId, names, weekendId, category, carId, groupId }
    if (!writeMode) return replyOf(await write(request))
    return perFan(userId, () =>
      database.transaction((sql) => writeMode(sql, async () => replyOf(await writeTip(sql, request)))),
    )
  }
}

/** Changes a tip of the calling user to another car, as submitting it again would. */
export const changeTip =
  ({ database, write }: Dependencies) =>
  async ({ userId }: Caller, { id, carId }: { id: number; carId: number }): Promise<Tip> => {
    const current = await tipReadModel(database).byId(userId, id)
    if (!current) throw notFound('TIP_NOT_FOUND', 'There’s no such tip.')
    const { weekendId, categoryId: category, groupId } = current
    return (await write({ userId, weekendId, category, groupId, carId })).tip
  }
