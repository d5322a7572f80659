import type { Transaction } from '@purple-sector/database'
import { AppError } from '@purple-sector/service-kit/errors'
import { type DecidedTip, decideTips } from '../tips/decide-tips.ts'
import type { TipRequest } from '../tips/tip.ts'
import { tipRepository } from '../tips/tip-repository.ts'
import { type OpenTip, openTipRepository } from './open-tip-repository.ts'

type Source = OpenTip & Pick<TipRequest, 'names' | 'traceparent'>

/** Whether the group has the open tip now; throws errors other than those of rules. */
const isTaken = (decided: DecidedTip | { rejection: unknown }): decided is DecidedTip => {
  if ('decision' in decided) return decided.decision.kind !== 'kept'
  if (decided.rejection instanceof AppError) return false
  throw decided.rejection
}

/**
 * Decides, by the code of every tip, what the groups take in which the fans use their open tips (docs/rules.md, Tips), for
 * each tip in the same order. A group that refuses a tip is left out; one that is about to move is tried again once it has
 * moved or stays. Call it under the fans' locks, with `now` if the tips were decided at that moment.
 */
export const decideCopiesOf = async (
  sql: Transaction,
  weekendId: number,
  tips: readonly Source[],
  now: Date | null = null,
): Promise<DecidedTip[][]> => {
  if (tips.length === 0) return []
  const repository = openTipRepository(sql)
  const targets = await repository.targets(
    weekendId,
    tips.map(({ userId }) => userId),
  )
  const copies = targets.flatMap(({ index, groupId }) => {
    const tip = tips[index]
    if (!tip) return []
    const { categoryId: category, ...rest } = tip
    return [{ index, request: { ...rest, weekendId, category, groupId, isCopy: true } satisfies TipRequest }]
  })
  if (copies.length === 0) return tips.map(() => [])
  const requests = copies.map(({ request }) => request)
  const tipContexts = await tipRepository(sql, weekendId).contexts(requests, now)
  await repository.mark(
    requests.flatMap(({ userId }, index) => {
      const tipContext = tipContexts[index]
      return tipContext?.isMoving ? [{ scopeId: tipContext.scopeId, userId }] : []
    }),
  )
  const decisions = await decideTips(sql, weekendId, requests, tipContexts)
  const byTip = Map.groupBy(decisions.entries(), ([index]) => copies[index]?.index)
  return tips.map((_, index) => (byTip.get(index) ?? []).map(([, decided]) => decided).filter(isTaken))
}

/** What is in force once the decision is saved. */
const inForce = ({ request, decision }: DecidedTip): Pick<OpenTip, 'carId' | 'isAutomatic'> =>
  decision.kind === 'unchanged' ? decision.tip : { carId: request.carId, isAutomatic: request.isAutomatic ?? false }

/** Decides the copies of tips that were just accepted, in the same order; a tip in a group has none. */
export const decideCopies = async (
  sql: Transaction,
  weekendId: number,
  accepted: readonly DecidedTip[],
): Promise<DecidedTip[][]> => {
  const open = accepted.filter(({ request, tipContext }) => request.groupId === null && tipContext.usesOpenTips)
  const sources = open.map((decided) => {
    const { userId, names, traceparent } = decided.request
    const { carId, isAutomatic } = inForce(decided)
    return { userId, names, traceparent, categoryId: decided.category.id, carId, isAutomatic }
  })
  const copies = await decideCopiesOf(sql, weekendId, sources, open[0]?.tipContext.now)
  const byTip = new Map(open.map((decided, index) => [decided, copies[index] ?? []]))
  return accepted.map((decided) => byTip.get(decided) ?? [])
}
