import type { Transaction } from '@purple-sector/database'
import { badField, conflict, forbidden, notFound, unavailable } from '@purple-sector/service-kit/errors'
import { decideAutoTip } from '../auto-tips/decide-auto-tip.ts'
import { decideCopy } from '../open-tips/decide-copy.ts'
import { findScopesToOpen } from './scopes-to-open-sql.ts'
import {
  decideTip,
  type LockedTipContext,
  notAnnounced,
  type Submission,
  type TipDecision,
  type TipRequest,
} from './tip.ts'

export type DecidedTip = Submission & { decision: TipDecision }

const RETRY_AFTER_SECONDS = 2

/** A request with what was found of its scope; `toOpen`: its group has none in the weekend yet. */
type Found = {
  request: TipRequest
  tipContext: LockedTipContext | undefined
  toOpen: { isAnnounced: boolean } | undefined
}

const decisionOf = (request: TipRequest, tipContext: LockedTipContext): TipDecision => {
  const { carId, groupId, isCopy = false, isAutomatic = false } = request
  const { now } = tipContext
  if (isCopy) return decideCopy(tipContext, { carId, isAutomatic }, now)
  if (!isAutomatic) return decideTip(tipContext, carId, now)
  if (groupId !== null && tipContext.usesOpenTips)
    throw conflict('TIPS_CLOSED', 'The automatic tip of the open competition is handed in here.')
  return decideAutoTip(tipContext, carId, now)
}

const decide = ({ request, tipContext, toOpen }: Found): DecidedTip => {
  const { groupId } = request
  if (toOpen && !toOpen.isAnnounced) throw notAnnounced()
  if (toOpen)
    throw unavailable(
      'Your group is about to open for this race weekend. Please try again in a moment.',
      RETRY_AFTER_SECONDS,
    )
  if (groupId !== null && (!tipContext || tipContext.membershipId === null))
    throw forbidden('NOT_A_MEMBER', 'You’re not a member of this group.')
  if (!tipContext) throw notFound('WEEKEND_NOT_FOUND', 'There’s no such race weekend.')
  if (tipContext.isMoving)
    throw conflict('GROUP_MOVING', 'This group is moving to another race weekend. Please try again in a moment.')
  const { category } = tipContext
  if ('rejection' in category) throw badField('category', category.rejection)
  return { request, tipContext, category, decision: decisionOf(request, tipContext) }
}

const decideOrReject = (found: Found): DecidedTip | { rejection: unknown } => {
  try {
    return decide(found)
  } catch (error) {
    return { rejection: error }
  }
}

/** Decides tips of a weekend by their contexts, in the same order; `rejection` is the error of one that is not accepted. */
export const decideTips = async (
  sql: Transaction,
  weekendId: number,
  requests: readonly TipRequest[],
  tipContexts: readonly (LockedTipContext | undefined)[],
): Promise<(DecidedTip | { rejection: unknown })[]> => {
  const found = requests.map((request, index) => ({ request, tipContext: tipContexts[index] }))
  const toOpen = await findScopesToOpen(
    sql,
    weekendId,
    found.flatMap(({ request, tipContext }) => (tipContext ? [] : [request])),
  )
  return found.map((each) => decideOrReject({ ...each, toOpen: toOpen(each.request) }))
}
