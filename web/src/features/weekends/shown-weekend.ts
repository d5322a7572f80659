import { currentWeekend } from '@purple-sector/contracts/weekends/current-weekend'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { clockIn } from '../../ui/zoned-time.ts'

/**
 * The weekend for somebody who has chosen none: the current one as the server says it (docs/rules.md, Weekends), and
 * where none is announced the one that would be current if all were. It is found in the list that is at hand: asked for,
 * the server could only say that there is none.
 */
export const shownWeekend = (weekends: readonly Weekend[], now: number): Weekend | null => {
  const today = ({ timeZone }: Weekend): string => clockIn(now, timeZone).format('YYYY-MM-DD')
  const announced = currentWeekend(weekends, today)
  if (announced) return announced
  const next = currentWeekend(
    weekends.map((weekend) => ({ ...weekend, isActive: true })),
    today,
  )
  return weekends.find(({ id }) => id === next?.id) ?? null
}

/** The weekend every page is about: the one that was chosen, unless it is deleted, else the one for whoever has chosen none. */
export const activeWeekend = (weekends: readonly Weekend[], chosenId: number | null, now: number): Weekend | null =>
  weekends.find(({ id }) => id === chosenId) ?? shownWeekend(weekends, now)
