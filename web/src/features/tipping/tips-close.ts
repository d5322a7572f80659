import type { Race } from '@purple-sector/contracts/weekends/http'
import { formatDayTime, formatTime, formatZone, type Zone } from '../../ui/format.ts'
import { countingOf, firstOpen } from './tip-card-state.ts'

/** Until when a tip for a category may still be made, and for which of its counting races. */
export type TipsClose =
  /** No race of the category counts: practice alone, or the filter leaves it out. */
  { kind: 'never-open' } | { kind: 'closed' } | { kind: 'open'; race: Race }

/** For the category of a race: by the race that a tip made now counts for, which is often a later one. */
export const tipsClose = (race: Pick<Race, 'categoryId'>, productRaces: readonly Race[], now: number): TipsClose => {
  const counting = countingOf(race, productRaces)
  if (counting.length === 0) return { kind: 'never-open' }
  const open = firstOpen(counting, now)
  return open ? { kind: 'open', race: open } : { kind: 'closed' }
}

/** "tips close at 4:13 pm AEDT"; where they count for another race than the one shown, its name and the day as well. */
export const tipsCloseWords = (shown: Pick<Race, 'id'>, closes: TipsClose, zone: Zone, now: number): string => {
  if (closes.kind === 'never-open') return 'no tipping'
  if (closes.kind === 'closed') return 'tips closed'
  const { id, name, deadline } = closes.race
  const what = id === shown.id ? 'tips' : `tips for ${name}`
  if (deadline === null) return `${what} are open`
  const when = id === shown.id ? `at ${formatTime(deadline, zone)}` : formatDayTime(deadline, zone, now)
  return `${what} close ${when} ${formatZone(deadline, zone)}`
}
