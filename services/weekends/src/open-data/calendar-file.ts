import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { StoredWeekend } from '../weekends/weekend.ts'
import type { StoredEntry } from './calendar.ts'

/** How often a calendar program asks again. */
const REFRESH_S = 15 * 60
/** How long a session takes nobody says: enough that a calendar draws it. */
const DRAWN_MS = 30 * 60_000

/** A name on one line, with marks before what parts values (RFC 5545, 3.3.11): the generator writes it as it gets it. */
const calendarName = (name: string): string => name.replaceAll(/[\p{Cc}\s]+/gu, ' ').replaceAll(/[\\;,]/g, '\\$&')

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
      summary: shown.title,
      location: shown.location === '' ? null : shown.location,
      url: publicUrl,
      status: shown.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
