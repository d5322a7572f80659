import { decideTip, type TipContext, type TipDecision } from '../tips/tip.ts'

/**
 * Decides about the copy of an open tip in a group (docs/rules.md, Tips): as about any tip there, unless the fan has tipped
 * in the group itself. A copy, and a tip that was made for the fan, are replaced.
 */
export const decideCopy = (
  tipContext: TipContext,
  { carId, isAutomatic }: { carId: number; isAutomatic: boolean },
  now: Date,
): TipDecision => {
  const { tip } = tipContext
  if (tip && !tip.isCopy && !tip.isAutomatic) return { kind: 'kept', tip }
  if (tip?.isCopy && tip.carId === carId && tip.isAutomatic === isAutomatic) return { kind: 'unchanged', tip }
  return decideTip(tipContext, carId, now)
}
