import { zoneFormats } from './zone-formats.ts'

const DAY_MS = 86_400_000

/** The calendar day `YYYY-MM-DD` that an instant falls on in a time zone. */
export const dayIn = (timeZone: string, instant: Date): string => {
  const { year, month, day } = partsIn(timeZone, instant)
  return `${year.padStart(4, '0')}-${month}-${day}`
}

/** What was sent as a day stays; an instant becomes the day it falls on in the weekend's zone. */
export const asDay = (timeZone: string, sent: string): string =>
  sent.length > 'YYYY-MM-DD'.length ? dayIn(timeZone, new Date(sent)) : sent

/** Whole days from one calendar day to another, negative when it lies before. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The calendar day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

/**
 * The instant so many days later at the same wall-clock time of the zone: a race at 14:10 stays at 14:10 when the clocks
 * change in between. A time that the change skips moves on by the length of the change.
 */
export const shiftDays = (timeZone: string, instant: Date, days: number): Date => {
  const before = offsetIn(timeZone, instant)
  const wall = instant.getTime() + before + days * DAY_MS
  const after = offsetIn(timeZone, new Date(wall - before))
  const shifted = new Date(wall - after)
  return offsetIn(timeZone, shifted) === after ? shifted : new Date(wall - Math.min(before, after))
}

/**
 * The instants at which the zone's clock shows `YYYY-MM-DDTHH:mm`, in order: mostly one, none where the clock is put forward
 * over that time, two where it is put back over it.
 */
export const instantsAt = (timeZone: string, shown: string): Date[] => {
  const wall = Date.parse(`${shown}:00Z`)
  // No zone is further from UTC than 14 hours: the offsets a day before and after are all there can be.
  const offsets = new Set([wall - DAY_MS, wall + DAY_MS].map((at) => offsetIn(timeZone, new Date(at))))
  return [...offsets]
    .map((offset) => new Date(wall - offset))
    .filter((instant) => instant.getTime() + offsetIn(timeZone, instant) === wall)
    .toSorted((one, other) => one.getTime() - other.getTime())
}

const clockOf = zoneFormats('en-AU', { hour: 'numeric', minute: '2-digit', hour12: true })

/** The time of day in a zone as fans read it: `3:20 pm`. */
export const clockTime = (timeZone: string, instant: Date): string =>
  clockOf(timeZone).format(instant).replace(/\s/g, ' ').toLowerCase()

/** How far the zone's wall clock is ahead of UTC at that instant, in ms. */
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
  const found = { year: '', month: '', day: '', hour: '', minute: '', second: '' }
  for (const { type, value } of formatOf(timeZone).formatToParts(instant))
    if (type in found) found[type as Part] = value
  return found
}
