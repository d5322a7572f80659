import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { inUtc } from '../../ui/zoned-time.ts'

/** Longest name that the selector in the header has room for. */
const NAME_LENGTH = 25

/** The weekend's name as the selector has room for it: cut at 25 characters. */
export const cutName = ({ name }: Pick<Weekend, 'name'>): string =>
  name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}...` : name

/** The same, marked when it is live. */
export const selectorName = (weekend: Pick<Weekend, 'name' | 'status'>): string =>
  cutName(weekend) + (weekend.status === 'live' ? ' (LIVE)' : '')

/** `20–22 Nov 2026`; months and years are said twice only where they differ. */
export const weekendDates = ({ startDate, endDate }: Pick<Weekend, 'startDate' | 'endDate'>): string => {
  const [from, to] = [inUtc(startDate), inUtc(endDate)]
  const end = to.format('D MMM YYYY')
  if (from.isSame(to)) return end
  if (from.year() !== to.year()) return `${from.format('D MMM YYYY')} – ${end}`
  if (from.month() !== to.month()) return `${from.format('D MMM')} – ${end}`
  return `${from.format('D')}–${end}`
}

/** The heading of a card with the first of the board. */
export const leaderboardTitle = ({ status }: Pick<Weekend, 'status'>): string =>
  status === 'completed' ? 'Final Leaderboard' : 'Live Leaderboard'
