import { formatTime, formatZone } from '../../ui/format.ts'

/** Tips close this long before a session starts (spec part 1 section 5). */
const LOCK_MS = 2 * 60_000

const wallIn = (timeZone: string, instant: number): string => {
  const parts = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
  }).formatToParts(instant)
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/** An instant as the clocks of a zone show it, as a `datetime-local` field takes it: `2026-11-22T09:15`; '' for none. */
export const wallTime = (timeZone: string, instant: string | null): string =>
  instant === null ? '' : wallIn(timeZone, Date.parse(instant))

/**
 * The instant at which the clocks of a zone show this; undefined where they never do, because they are put forward over
 * it. Shown twice, it is the first of the two.
 */
export const instantOf = (timeZone: string, wall: string): string | undefined => {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) return undefined
  // No zone is further from UTC than 14 hours: the offsets a day before and after are all there can be.
  const offsets = [-86_400_000, 86_400_000].map((around) => {
    const near = asUtc + around
    return Date.parse(`${wallIn(timeZone, near)}Z`) - Math.floor(near / 60_000) * 60_000
  })
  const shown = wall.slice(0, 'YYYY-MM-DDTHH:mm'.length)
  const found = offsets.map((offset) => asUtc - offset).filter((instant) => wallIn(timeZone, instant) === shown)
  return found.length > 0 ? new Date(Math.min(...found)).toISOString() : undefined
}

const dayIn = (timeZone: string, instant: string): string => {
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-AU', { timeZone, ...options }).format(new Date(instant))
  return `${of({ weekday: 'short' })} ${of({ day: 'numeric' })} ${of({ month: 'short' }).slice(0, 3)}`
}

/** What a typed start means: `Sun 22 Nov, 9:15 am. Tips lock 9:13 am AEDT`. */
export const lockHint = (timeZone: string, instant: string): string => {
  const locksAt = Date.parse(instant) - LOCK_MS
  const zone = { timeZone }
  return `${dayIn(timeZone, instant)}, ${formatTime(instant, zone)}. Tips lock ${formatTime(locksAt, zone)} ${formatZone(locksAt, zone)}`
}
