import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { StoredWeekend } from '../weekends/weekend.ts'
import type { StoredEntry } from './calendar.ts'

/** Refresh interval of calendar programs. */
const REFRESH_INTERVAL_S = 15 * 60
/** Duration of an event: the real one is unknown; this is long enough to be visible in a calendar. */
const EVENT_DURATION_MS = 30 * 60_000

/** Replaces control characters and line breaks, which a calendar rejects (RFC 5545, 3.1). */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ')

/** Escapes separators in a name (RFC 5545, 3.3.11): the generator escapes every text but this one. */
const calendarName = (name: string): string => oneLine(name).replaceAll(/[\\;,]/g, '\\$&')

/**
 * Formats the weekend's races as iCalendar (RFC 5545).
 * Times are in UTC; each calendar program shows them in its own zone. Timestamps are those of the changes, so an
 * unchanged calendar has the same text.
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
    ttl: REFRESH_INTERVAL_S,
    url: publicUrl,
  })
  for (const { uid, sequence, content, changedAt } of entries) {
    const start = new Date(content.startsAt)
    calendar.createEvent({
      id: `${uid}@purple-sector`,
      sequence,
      start,
      end: new Date(start.getTime() + EVENT_DURATION_MS),
      stamp: changedAt,
      lastModified: changedAt,
      summary: oneLine(content.title),
      location: content.location === '' ? null : oneLine(content.location),
      url: publicUrl,
      status: content.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
