import type { Weekend } from '@purple-sector/contracts/weekends/http'

/** Longest name in the selector (spec part 1 section 2). */
const NAME_LENGTH = 25

/** The weekend's name as the selector shows it: cut at 25 characters, and marked when it is live. */
export const selectorName = ({ name, status }: Pick<Weekend, 'name' | 'status'>): string =>
  (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}...` : name) + (status === 'live' ? ' (LIVE)' : '')

const parts = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const name = new Intl.DateTimeFormat('en-AU', { month: 'short', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, date),
  )
  return { year, month: name.slice(0, 3), date }
}

/** `20–22 Nov 2026`; months and years are said twice only where they differ. */
export const weekendDates = ({ startDate, endDate }: Pick<Weekend, 'startDate' | 'endDate'>): string => {
  const [from, to] = [parts(startDate), parts(endDate)]
  const end = `${to.date} ${to.month} ${to.year}`
  if (startDate === endDate) return end
  if (from.year !== to.year) return `${from.date} ${from.month} ${from.year} – ${end}`
  if (from.month !== to.month) return `${from.date} ${from.month} – ${end}`
  return `${from.date}–${end}`
}
