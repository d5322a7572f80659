import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Transaction } from '@purple-sector/database'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import { badField, conflict, forbidden, notFound } from '@purple-sector/service-kit/errors'
import { decideTip, racesOfFirstTip, type TipDecision, tipView } from './tip.ts'
import { tipReadModel } from './tip-read-model.ts'
import { type LockedTipContext, type Submission, type TipRequest, tipRepository } from './tip-repository.ts'

export type TipReceipt = { tip: Tip; isNew: boolean }

/** The outcome of one of several tips: a receipt, or the error it was rejected with. */
export type TipOutcome = { receipt: TipReceipt } | { rejection: unknown }

type DecidedTip = Submission & { decision: TipDecision }

const decide = (tipContext: LockedTipContext | undefined, request: TipRequest): DecidedTip => {
  const { carId, groupId } = request
  if (groupId !== null && (!tipContext || tipContext.membershipId === null))
    throw forbidden('NOT_A_MEMBER', 'You’re not a member of this group.')
  if (!tipContext) throw notFound('WEEKEND_NOT_FOUND', 'There’s no such race weekend.')
  if (tipContext.isMoving)
    throw conflict('GROUP_MOVING', 'This group is moving to another race weekend. Please try again in a moment.')
  const { category } = tipContext
  if ('rejection' in category) throw badField('category', category.rejection)
  return { request, tipContext, category, decision: decideTip(tipContext, carId, tipContext.now) }
}

const decideOrReject = (
  tipContext: LockedTipContext | undefined,
  request: TipRequest,
): DecidedTip | { rejection: unknown } => {
  try {
    return decide(tipContext, request)
  } catch (error) {
    return { rejection: error }
  }
}

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
  return tipView({ id, weekendId, categoryId, category, carId, groupId, submittedAt: now, car, races, now })
}

/**
 * Writes tips of one weekend, each of another fan: locks the contexts, decides each tip, saves and publishes the
 * accepted ones. The clock is the database's, read once after the locks are acquired; it becomes `submittedAt`
 * (docs/rules.md, Tips).
 */
export const writeTips = async (sql: Transaction, requests: readonly TipRequest[]): Promise<TipOutcome[]> => {
  const weekendId = requests[0]?.weekendId ?? 0
  const tips = tipRepository(sql, weekendId)
  const tipContexts = await tips.selectTipContextsForUpdate(requests)
  const decisions = requests.map((request, index) => decideOrReject(tipContexts[index], request))
  const accepted = decisions.filter((decided) => 'decision' in decided)
  const submitted = accepted.filter(({ decision }) => decision.kind === 'submitted')
  const [first] = submitted
  if (first) await tips.save(submitted, first.tipContext.now)
  const existingTipIds = accepted.filter(({ tipContext }) => tipContext.tip).map(({ tipContext }) => tipContext.tipId)
  const [firstAccepted] = accepted
  const existingTips = firstAccepted
    ? await tipReadModel(sql).byIds(existingTipIds, firstAccepted.tipContext.now)
    : new Map<number, Tip>()
  return decisions.map((decided): TipOutcome => {
    if ('rejection' in decided) return decided
    const tip = firstReceipt(decided) ?? existingTips.get(decided.tipContext.tipId)
    if (!tip) return { rejection: notFound('TIP_NOT_FOUND', 'There’s no such tip.') }
    return { receipt: { tip, isNew: decided.tipContext.tip === undefined } }
  })
}

/** Writes one tip; throws the error it was rejected with. */
export const writeTip = async (sql: Transaction, request: TipRequest): Promise<TipReceipt> => {
  const [outcome] = await writeTips(sql, [{ traceparent: currentTraceparent(), ...request }])
  if (!outcome || 'rejection' in outcome) throw outcome?.rejection
  return outcome.receipt
}
