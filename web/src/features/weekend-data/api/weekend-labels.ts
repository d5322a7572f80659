import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { inUtc } from '../../../ui/time/zoned-time.ts'

/** Maximum length of a name in the header's selector. */
const NAME_LENGTH = 25

/** Returns the weekend's name, cut at 25 characters. */
export const cutName = ({ name }: Pick<Weekend, 'name'>): string =>
  name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}...` : name

/** Returns the cut name, marked when the weekend is live. */
export const selectorName = (weekend: Pick<Weekend, 'name' | 'status'>): string =>
  cutName(weekend) + (weekend.status === 'live' ? ' (LIVE)' : '')

/** Returns the name of a weekend with its round, if it is one of a season: `R3 · Bathurst 1000`. */
export const roundName = ({ name, round }: Pick<Weekend, 'name' | 'round'>): string =>
  round === null ? name : `R${round} · ${name}`

/** Formats the days of a weekend: `20–22 Nov 2026`; repeats months and years only where they differ. */
export const weekendDates = ({ startDate, endDate }: Pick<Weekend, 'startDate' | 'endDate'>): string => {
  const [from, to] = [inUtc(startDate), inUtc(endDate)]
  const end = to.format('D MMM YYYY')
  if (from.isSame(to)) return end
  if (from.year() !== to.year()) return `${from.format('D MMM YYYY')} – ${end}`
  if (from.month() !== to.month()) return `${from.format('D MMM')} – ${end}`
  return `${from.format('D')}–${end}`
}

/** Returns the heading of a card with the top of the leaderboard. */
export const leaderboardTitle = ({ status }: Pick<Weekend, 'status'>): string =>
  status === 'completed' ? 'Final Leaderboard' : 'Live Leaderboard'
