import type { RaceRow, RaceState } from '../projections/race-projection.ts'
import { sessionTime } from './session-time.ts'

export type SessionChange = 'moved' | 'reopened'

/** Returns the change of an upcoming session that users are notified of, null if there is none. */
export const sessionChange = (
  before: Pick<RaceRow, 'starts_at' | 'reopened'>,
  after: Pick<RaceState, 'startTime' | 'reopened' | 'status'>,
): SessionChange | null => {
  if (after.status !== 'upcoming') return null
  if (after.reopened > before.reopened) return 'reopened'
  const [from, to] = [before.starts_at?.getTime(), after.startTime === null ? undefined : Date.parse(after.startTime)]
  return from === to ? null : 'moved'
}

/** Returns title and message of the notification. */
export const sessionMessage = (kind: SessionChange, name: string, startTime: string | null, timeZone: string) => {
  const when = startTime === null ? 'has no start time' : `starts ${sessionTime(new Date(startTime), timeZone)}`
  if (kind === 'reopened')
    return { title: `${name} is open again`, message: `${name} was reopened: you can change your tip. It ${when}.` }
  return { title: `${name} has moved`, message: `${name} now ${when}.` }
}
