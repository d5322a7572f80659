import { formatDay, formatDeadline, formatTime } from '../../../../ui/time/format.ts'
import { instantOf, occursTwice } from '../../../../ui/time/typed-time.ts'

/** Time before the start at which tips close, in ms (docs/rules.md, Tips). */
const LOCK_MS = 2 * 60_000

/** Describes a start: `Sun 22 Nov, 9:15 am. Tips lock at 9:13 am AEDT`. */
const lockHint = (timeZone: string, instant: string): string => {
  const locksAt = Date.parse(instant) - LOCK_MS
  const zone = { timeZone }
  return `${formatDay(instant, zone)}, ${formatTime(instant, zone)}. Tips lock at ${formatDeadline(locksAt, zone, { withDay: false })}`
}

/**
 * Describes a typed start like `lockHint`, and which of two instants is meant where the clocks are set back over it.
 */
export const startHint = (timeZone: string, wall: string): string | undefined => {
  const start = instantOf(timeZone, wall)
  if (start === undefined) return undefined
  const which = occursTwice(timeZone, wall) ? '. The clocks show this time twice that night: the first one counts' : ''
  return lockHint(timeZone, start) + which
}
