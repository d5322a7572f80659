import type { SubmitTipBody, SubmittedTip, Tip } from '@purple-sector/contracts/tipping/http'
import type { Database, Transaction } from '@purple-sector/database'
import type { Caller, Reply } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { batchRequests } from '@purple-sector/service-kit/scheduling/batch-requests'
import { keyedMutex } from '@purple-sector/service-kit/scheduling/keyed-mutex'
import { currentTraceparent } from '@purple-sector/telemetry/trace'
import { decideCopies } from '../open-tips/decide-copies.ts'
import { type DecidedTip, decideTips } from './decide-tips.ts'
import { saveTips } from './save-tips.ts'
import { racesOfFirstTip, type TipRequest, tipView } from './tip.ts'
import { tipReadModel } from './tip-read-model.ts'
import { tipRepository } from './tip-repository.ts'

export type TipReceipt = { tip: SubmittedTip; isNew: boolean }

/** The outcome of one of several tips: a receipt, or the error it was rejected with. */
export type TipOutcome = { receipt: TipReceipt } | { rejection: unknown }

/** Returns the receipt of a first tip, which follows from its context; that of an older one has to be read. */
const firstReceipt = ({
  request,
  tipContext,
  category: { id: categoryId, name: category },
}: DecidedTip): Tip | undefined => {
  const { carId, weekendId, groupId } = request
  const { tipId: id, receiptCar: car, tip, now } = tipContext
  if (tip || !car) return undefined
  const races = racesOfFirstTip(tipContext.races, carId, now)
  const { isAutomatic = false, isCopy = false } = request
  return tipView({
    id,
    weekendId,
    categoryId,
    category,
    carId,
    groupId,
    submittedAt: now,
    isAutomatic,
    isCopy,
    car,
    races,
    now,
  })
}

/**
 * Writes tips of one weekend, each of another fan: locks the fans, decides each tip and its copies in groups, saves and
 * publishes the accepted ones. The clock is the database's, read once after the locks are acquired; it becomes
 * `submittedAt` (docs/rules.md, Tips).
 */
export const writeTips = async (sql: Transaction, requests: readonly TipRequest[]): Promise<TipOutcome[]> => {
  const weekendId = requests[0]?.weekendId ?? 0
  const tips = tipRepository(sql, weekendId)
  await tips.lock(requests.map(({ userId }) => userId))
  const decisions = await decideTips(sql, weekendId, requests, await tips.contexts(requests))
  const accepted = decisions.filter((decided) => 'decision' in decided)
  const copies = await decideCopies(sql, weekendId, accepted)
  await saveTips(sql, weekendId, [...accepted, ...copies.flat()])
  const copiedTo = new Map(accepted.map((decided, index) => [decided, copies[index]?.length ?? 0]))
  const existingTipIds = accepted.filter(({ tipContext }) => tipContext.tip).map(({ tipContext }) => tipContext.tipId)
  const [firstAccepted] = accepted
  const existingTips = firstAccepted
    ? await tipReadModel(sql).byIds(existingTipIds, firstAccepted.tipContext.now)
    : new Map<number, Tip>()
  return decisions.map((decided): TipOutcome => {
    if ('rejection' in decided) return decided
    const tip = firstReceipt(decided) ?? existingTips.get(decided.tipContext.tipId)
    if (!tip) return { rejection: notFound('TIP_NOT_FOUND', 'There’s no such tip.') }
    return {
      receipt: { tip: { ...tip, copiedTo: copiedTo.get(decided) ?? 0 }, isNew: decided.tipContext.tip === undefined },
    }
  })
}

/** Writes one tip; throws the error it was rejected with. */
export const writeTip = async (sql: Transaction, request: TipRequest): Promise<TipReceipt> => {
  const [outcome] = await writeTips(sql, [{ traceparent: currentTraceparent(), ...request }])
  if (!outcome || 'rejection' in outcome) throw outcome?.rejection
  return outcome.receipt
}

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

const replyOf = ({ isNew, tip }: TipReceipt): Reply<SubmittedTip> => ({ status: isNew ? 201 : 200, body: tip })

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
  ): Promise<Reply<SubmittedTip>> => {
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
  async ({ userId }: Caller, { id, carId }: { id: number; carId: number }): Promise<SubmittedTip> => {
    const current = await tipReadModel(database).byId(userId, id)
    if (!current) throw notFound('TIP_NOT_FOUND', 'There’s no such tip.')
    const { weekendId, categoryId: category, groupId } = current
    return (await write({ userId, weekendId, category, groupId, carId })).tip
  }
