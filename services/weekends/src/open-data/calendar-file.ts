import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { StoredWeekend } from '../weekends/weekend.ts'
import type { StoredEntry } from './calendar.ts'

/** How often a calendar program asks again. */
const REFRESH_S = 15 * 60
/** How long a session takes nobody says: enough that a calendar draws it. */
const DRAWN_MS = 30 * 60_000

/** Text on one line: a calendar takes no control characters (RFC 5545, 3.1). */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ')

/** A name with marks before what parts values (RFC 5545, 3.3.11): the generator escapes every text but this one. */
const calendarName = (name: string): string => oneLine(name).replaceAll(/[\\;,]/g, '\\$&')

/**
 * The weekend's races as iCalendar (RFC 5545). Times are in UTC, which each calendar shows in the zone of who looks at
 * it. The stamps are those of the changes, so that the same calendar is the same text.
 */
export const calendarFile = (
  { name }: Pick<StoredWeekend, 'name'>,
  entries: readonly StoredEntry[],
  publicUrl: string,
): string => {
  const calendar = ical({
    name: calendarName(name),
    prodId: { company: 'Purple Sector', product: 'Sessions', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
    url: publicUrl,
  })
  for (const { uid, sequence, shown, changedAt } of entries) {
    const start = new Date(shown.startsAt)
    calendar.createEvent({
      id: `${uid}@purple-sector`,
      sequence,
      start,
      end: new Date(start.getTime() + DRAWN_MS),
      stamp: changedAt,
      lastModified: changedAt,
      summary: oneLine(shown.title),
      location: shown.location === '' ? null : oneLine(shown.location),
      url: publicUrl,
      status: shown.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
