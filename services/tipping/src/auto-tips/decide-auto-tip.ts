import { conflict } from '@purple-sector/service-kit/errors'
import { type CountingRace, decideTip, type TipContext, type TipDecision } from '../tips/tip.ts'

/** Automatic tips are made between these times, in ms, before the first race of a category locks. */
export const AUTO_TIP_STARTS_BEFORE_MS = 24 * 3_600_000
export const AUTO_TIP_ENDS_BEFORE_MS = 120_000

/** Milliseconds until the first of the races locks; NaN where one of them has no time. */
const msUntilFirstLock = (races: readonly CountingRace[], now: Date): number =>
  Math.min(...races.map(({ locksAt }) => (locksAt ? locksAt.getTime() - now.getTime() : Number.NaN)))

/** Whether an automatic tip before these races is still to come, or may be made now. */
export const isAutoTipAhead = (races: readonly CountingRace[], now: Date): boolean =>
  msUntilFirstLock(races, now) > AUTO_TIP_ENDS_BEFORE_MS

/**
 * Decides about an automatic tip (docs/rules.md, Tips): only for who has none of their own, from 24 hours until two minutes
 * before the first counting race of the category locks. Throws `TIPS_CLOSED` outside of that, and where a race has no time.
 */
export const decideAutoTip = (tipContext: TipContext, carId: number, now: Date): TipDecision => {
  const { tip, races } = tipContext
  if (tip && !(tip.isAutomatic && tip.carId !== carId)) return { kind: 'unchanged', tip }
  if (!(isAutoTipAhead(races, now) && msUntilFirstLock(races, now) <= AUTO_TIP_STARTS_BEFORE_MS))
    throw conflict('TIPS_CLOSED', 'No automatic tip is made at this time.')
  return decideTip(tipContext, carId, now)
}
