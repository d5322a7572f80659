import { zoneFormats } from './zone-formats.ts'

const DAY_MS = 86_400_000

/** Returns the calendar day `YYYY-MM-DD` of an instant in a time zone. */
export const dayIn = (timeZone: string, instant: Date): string => {
  const { year, month, day } = partsIn(timeZone, instant)
  return `${year.padStart(4, '0')}-${month}-${day}`
}

/** Returns a day unchanged, and an instant as its day in the zone. */
export const asDay = (timeZone: string, dayOrInstant: string): string =>
  dayOrInstant.length > 'YYYY-MM-DD'.length ? dayIn(timeZone, new Date(dayOrInstant)) : dayOrInstant

/** Returns whole days from one calendar day to another, negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Returns the calendar day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

/**
 * Shifts an instant by days at the same wall-clock time of the zone: a race at 14:10 stays at 14:10 over a change of
 * the clocks. A time that the change skips is moved by the length of the change.
 */
export const shiftDays = (timeZone: string, instant: Date, days: number): Date => {
  const before = offsetIn(timeZone, instant)
  const wall = instant.getTime() + before + days * DAY_MS
  const after = offsetIn(timeZone, new Date(wall - before))
  const shifted = new Date(wall - after)
  return offsetIn(timeZone, shifted) === after ? shifted : new Date(wall - Math.min(before, after))
}

/**
 * Returns the instants at which the zone's clock shows `YYYY-MM-DDTHH:mm`, in order: usually one, none if the clock is
 * put forward over that time, two if it is put back over it.
 */
export const instantsAt = (timeZone: string, wallClock: string): Date[] => {
  const wall = Date.parse(`${wallClock}:00Z`)
  // No zone is further than 14 hours from UTC, so no other offsets than those a day before and after are possible.
  const offsets = new Set([wall - DAY_MS, wall + DAY_MS].map((time) => offsetIn(timeZone, new Date(time))))
  return [...offsets]
    .map((offset) => new Date(wall - offset))
    .filter((instant) => instant.getTime() + offsetIn(timeZone, instant) === wall)
    .toSorted((first, second) => first.getTime() - second.getTime())
}

const clockOf = zoneFormats('en-AU', { hour: 'numeric', minute: '2-digit', hour12: true })

/** Formats the time of day in a zone for fans: `3:20 pm`. */
export const clockTime = (timeZone: string, instant: Date): string =>
  clockOf(timeZone).format(instant).replace(/\s/g, ' ').toLowerCase()

/** Returns how far the zone's wall clock is ahead of UTC at that instant, in ms. */
const offsetIn = (timeZone: string, instant: Date): number => {
  const { year, month, day, hour, minute, second } = partsIn(timeZone, instant)
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return wall - Math.floor(instant.getTime() / 1000) * 1000
}

const formatOf = zoneFormats('en-AU', {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
})

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

const partsIn = (timeZone: string, instant: Date): Record<Part, string> => {
  const parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' }
  for (const { type, value } of formatOf(timeZone).formatToParts(instant))
    if (type in parts) parts[type as Part] = value
  return parts
}
