import { currentWeekend } from '@purple-sector/contracts/weekends/current-weekend'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { clockIn } from '../../../ui/time/zoned-time.ts'

/**
 * Returns the default weekend: the server's current one (docs/rules.md, Weekends), else the one that would be current
 * if all were announced. Computed from the list, as the server would reply that there is none.
 */
export const defaultWeekend = (weekends: readonly Weekend[], now: number): Weekend | null => {
  const today = ({ timeZone }: Weekend): string => clockIn(now, timeZone).format('YYYY-MM-DD')
  const announced = currentWeekend(weekends, today)
  if (announced) return announced
  const next = currentWeekend(
    weekends.map((weekend) => ({ ...weekend, isActive: true })),
    today,
  )
  return weekends.find(({ id }) => id === next?.id) ?? null
}

/** Returns the active weekend: the selected one unless deleted, else the default one. */
export const activeWeekend = (weekends: readonly Weekend[], chosenId: number | null, now: number): Weekend | null =>
  weekends.find(({ id }) => id === chosenId) ?? defaultWeekend(weekends, now)
