import { dayAfter } from '@purple-sector/service-kit/data/zoned-days'
import ical, { type ICalCalendar, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import type { StoredWeekend } from '../weekends/weekend.ts'
import type { RaceContent } from './calendar.ts'
import type { EventContent, StoredEntry } from './calendar-entry.ts'
import type { RoundContent } from './season-calendar.ts'

/** Refresh interval of calendar programs. */
const REFRESH_INTERVAL_S = 15 * 60
/** Duration of an event: the real one is unknown; this is long enough to be visible in a calendar. */
const EVENT_DURATION_MS = 30 * 60_000

/** Replaces control characters and line breaks, which a calendar rejects (RFC 5545, 3.1). */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ')

/** Escapes separators in a name (RFC 5545, 3.3.11): the generator escapes every text but this one. */
const calendarName = (name: string): string => oneLine(name).replaceAll(/[\\;,]/g, '\\$&')

const newCalendar = (name: string, product: string, publicUrl: string): ICalCalendar =>
  ical({
    name: calendarName(name),
    prodId: { company: 'Purple Sector', product, language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_INTERVAL_S,
    url: publicUrl,
  })

/** The parts that all events have. Timestamps are those of the changes, so an unchanged calendar has the same text. */
const eventOf = ({ uid, sequence, content, changedAt }: StoredEntry<EventContent>, publicUrl: string) => ({
  id: `${uid}@purple-sector`,
  sequence,
  stamp: changedAt,
  lastModified: changedAt,
  summary: oneLine(content.title),
  location: content.location === '' ? null : oneLine(content.location),
  url: publicUrl,
  status: content.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
})

/**
 * Formats the weekend's races as iCalendar (RFC 5545).
 * Times are in UTC; each calendar program shows them in its own zone.
 */
export const calendarFile = (
  { name }: Pick<StoredWeekend, 'name'>,
  entries: readonly StoredEntry<RaceContent>[],
  publicUrl: string,
): string => {
  const calendar = newCalendar(name, 'Sessions', publicUrl)
  for (const entry of entries) {
    const start = new Date(entry.content.startsAt)
    const end = new Date(start.getTime() + EVENT_DURATION_MS)
    calendar.createEvent({ ...eventOf(entry, publicUrl), start, end })
  }
  return calendar.toString()
}

/** Midnight in UTC, as the generator expects the days of all-day events in a calendar without a time zone. */
const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Formats the rounds of a season as iCalendar: all-day events, whose end is exclusive, on the days of their venue. */
export const seasonCalendarFile = (
  name: string,
  entries: readonly StoredEntry<RoundContent>[],
  publicUrl: string,
): string => {
  const calendar = newCalendar(name, 'Rounds', publicUrl)
  for (const entry of entries) {
    const { startDate, endDate } = entry.content
    const days: Pick<ICalEventData, 'start' | 'end' | 'allDay'> = {
      start: midnight(startDate),
      end: midnight(dayAfter(endDate, 1)),
      allDay: true,
    }
    calendar.createEvent({ ...eventOf(entry, publicUrl), ...days })
  }
  return calendar.toString()
}
