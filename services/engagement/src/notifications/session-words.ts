import type { RaceRow, RaceState } from '../projections/race-projection.ts'

export type SessionChange = 'moved' | 'reopened'

/** What of a session fans are told, if anything: a session that is over has nothing left to be moved. */
export const sessionChange = (
  before: Pick<RaceRow, 'starts_at' | 'reopened'>,
  after: Pick<RaceState, 'startTime' | 'reopened' | 'status'>,
): SessionChange | null => {
  if (after.status !== 'upcoming') return null
  if (after.reopened > before.reopened) return 'reopened'
  const [from, to] = [before.starts_at?.getTime(), after.startTime === null ? undefined : Date.parse(after.startTime)]
  return from === to ? null : 'moved'
}

/** Such as `Sat 28 Nov at 14:05`, where the weekend is. */
const timeOf = (startTime: string, timeZone: string): string => {
  const at = new Date(startTime)
  const day = new Intl.DateTimeFormat('en-AU', { timeZone, weekday: 'short', day: 'numeric', month: 'short' }).format(
    at,
  )
  const time = new Intl.DateTimeFormat('en-AU', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${day.replace(',', '')} at ${time.format(at)}`
}

/** Title and message about a session of this name. */
export const sessionWords = (kind: SessionChange, name: string, startTime: string | null, timeZone: string) => {
  const when = startTime === null ? 'has no start time' : `starts on ${timeOf(startTime, timeZone)} track time`
  if (kind === 'reopened')
    return { title: `${name} is open again`, message: `${name} was reopened: you can change your tip. It ${when}.` }
  return { title: `${name} has moved`, message: `${name} now ${when}.` }
}
