import type { Race } from '@purple-sector/contracts/weekends/http'
import { formatDeadline, type TimeZoneOption } from '../../../ui/time/format.ts'
import { countingOf, firstOpen } from './tip-card-state.ts'

/** Until when a category accepts tips, and for which of its counting races. */
export type TipsClose =
  /** No race of the category counts: it has only practice, or the filter excludes it. */
  { kind: 'never-open' } | { kind: 'closed' } | { kind: 'open'; race: Race }

/**
 * Determines the closing time for a race's category: that of the race a tip made now counts for, which is often a later
 * one.
 */
export const tipsClose = (race: Pick<Race, 'categoryId'>, productRaces: readonly Race[], now: number): TipsClose => {
  const counting = countingOf(race, productRaces)
  if (counting.length === 0) return { kind: 'never-open' }
  const openRace = firstOpen(counting, now)
  return openRace ? { kind: 'open', race: openRace } : { kind: 'closed' }
}

/** Formats the closing time: "tips close at 4:13 pm AEDT", with name and day of the race if it is not the displayed one. */
export const describeTipsClose = (
  displayed: Pick<Race, 'id'>,
  closes: TipsClose,
  zone: TimeZoneOption,
  now: number,
): string => {
  if (closes.kind === 'never-open') return 'no tipping'
  if (closes.kind === 'closed') return 'tips closed'
  const { id, name, deadline } = closes.race
  const subject = id === displayed.id ? 'tips' : `tips for ${name}`
  if (deadline === null) return `${subject} are open`
  const isDisplayed = id === displayed.id
  return `${subject} close ${isDisplayed ? 'at ' : ''}${formatDeadline(deadline, zone, { withDay: !isDisplayed, now })}`
}
