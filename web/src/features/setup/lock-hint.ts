import { formatDay, formatTime, formatZone } from '../../ui/format.ts'

/** Tips close this long before a race starts (docs/rules.md, Tips). */
const LOCK_MS = 2 * 60_000

/** What a typed start means: `Sun 22 Nov, 9:15 am. Tips lock 9:13 am AEDT`. */
export const lockHint = (timeZone: string, instant: string): string => {
  const locksAt = Date.parse(instant) - LOCK_MS
  const zone = { timeZone }
  return `${formatDay(instant, zone)}, ${formatTime(instant, zone)}. Tips lock ${formatTime(locksAt, zone)} ${formatZone(locksAt, zone)}`
}
