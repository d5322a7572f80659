import { grouped, Refusal } from '@purple-sector/sheets/in-worker'
import ICAL from 'ical.js'

/** An event of an iCalendar file (RFC 5545). */
export type CalendarEvent = {
  /** Its number in the file, from 1. */
  row: number
  summary: string
  location: string
  /** `YYYY-MM-DD` by the clock of `timeZone`, or an instant; null without one. */
  start: string | null
  /** Its last day or moment, inclusive. */
  end: string | null
  /** Which of these has a value that is no date; null there. */
  unreadable: ('start' | 'end')[]
  /** The zone of its times, else that of the calendar; null where neither names one. */
  timeZone: string | null
  isCancelled: boolean
  repeats: boolean
}

const damaged = (): Refusal => new Refusal('The calendar is damaged: it cannot be read.')

/** A line with a day and no time, to which several programs do not add the type that RFC 5545 requires. */
const UNTYPED_DAY = /^(DTSTART|DTEND)(?=:\d{8}\r?$)/gim

const EVENT = /^BEGIN:VEVENT\s*$.*?^END:VEVENT/gims
/** A rule of repetition is read as a text: the parser rejects the whole file for one that it does not know. */
const RULE = /^(RRULE|EXRULE)(?:;[^:\r\n]*)?:/gim

const componentsOf = (text: string): ICAL.Component[] => {
  try {
    const parsed: unknown[] = ICAL.parse(
      text
        .replace(/^\uFEFF/, '')
        .trim()
        .replace(UNTYPED_DAY, '$1;VALUE=DATE')
        .replace(EVENT, (event) => event.replace(RULE, '$1;VALUE=TEXT:')),
    )
    // Several calendars in one file are a list of lists.
    const calendars = typeof parsed[0] === 'string' ? [parsed] : parsed
    return calendars.map((calendar) => new ICAL.Component(calendar as unknown[]))
  } catch {
    throw damaged()
  }
}

const textOf = (component: ICAL.Component, name: string): string => {
  const content: unknown = component.getFirstPropertyValue(name)
  return typeof content === 'string' ? content : ''
}

const timeOf = (component: ICAL.Component, name: string): ICAL.Time | undefined => {
  const content: unknown = component.getFirstPropertyValue(name)
  return content instanceof ICAL.Time ? content : undefined
}

/** The day as written, if there is none such: the parser turns 31 February into 3 March. */
const unknownDay = (component: ICAL.Component, name: string): string | undefined => {
  const written = String(component.getFirstProperty(name)?.toJSON()[3] ?? '').slice(0, 10)
  return written === '' || timeOf(component, name)?.toString().startsWith(written) ? undefined : written
}

const zoneOf = (component: ICAL.Component, name: string): string | undefined => {
  const zone: unknown = component.getFirstProperty(name)?.getFirstParameter('tzid')
  return typeof zone === 'string' && zone !== '' ? zone : undefined
}

/** A point of time: its day by the clock that it names, or an instant if it is in UTC. */
const pointOf = (time: ICAL.Time): string =>
  time.zone?.tzid === 'UTC' ? `${time.toString().slice(0, 19)}Z` : time.toString().slice(0, 10)

/** The end is exclusive: one at midnight, and that of all-day events, belongs to the day before. */
const lastOf = (start: ICAL.Time, end: ICAL.Time): ICAL.Time => {
  if (end.compare(start) <= 0) return end
  const last = end.clone()
  last.adjust(end.isDate ? -1 : 0, 0, 0, end.isDate ? 0 : -1)
  return last
}

/** Longer than any weekend: the parser adds a duration day by day. */
const MAX_DURATION_SECONDS = 366 * 86_400

/** A duration longer than any weekend, as written. */
const unusableDuration = (component: ICAL.Component): string | undefined => {
  const duration: unknown = component.getFirstPropertyValue('duration')
  return duration instanceof ICAL.Duration && Math.abs(duration.toSeconds()) > MAX_DURATION_SECONDS
    ? duration.toString()
    : undefined
}

const endOf = (component: ICAL.Component, start: ICAL.Time): ICAL.Time => {
  const end = timeOf(component, 'dtend')
  if (end) return lastOf(start, end)
  const duration: unknown = component.getFirstPropertyValue('duration')
  if (!(duration instanceof ICAL.Duration)) return start
  const after = start.clone()
  after.addDuration(duration)
  return lastOf(start, after)
}

/** Whether the parser accepts the value; a line that is missing is no fault. */
const isReadable = (component: ICAL.Component, name: string): boolean => {
  try {
    component.getFirstPropertyValue(name)
    return true
  } catch {
    return false
  }
}

type Period = Pick<CalendarEvent, 'start' | 'end' | 'unreadable'>

const periodOf = (component: ICAL.Component): Period => {
  const hasEnd = ['dtend', 'duration'].every((name) => isReadable(component, name))
  if (!isReadable(component, 'dtstart'))
    return { start: null, end: null, unreadable: hasEnd ? ['start'] : ['start', 'end'] }
  const first = timeOf(component, 'dtstart')
  const start = unknownDay(component, 'dtstart') ?? (first ? pointOf(first) : null)
  if (!hasEnd) return { start, end: null, unreadable: ['end'] }
  const end =
    unknownDay(component, 'dtend') ?? unusableDuration(component) ?? (first ? pointOf(endOf(component, first)) : null)
  return { start, end, unreadable: [] }
}

const REPEATING = ['rrule', 'rdate']

const eventOf = (component: ICAL.Component, calendarZone: string | null, row: number): CalendarEvent => ({
  row,
  summary: textOf(component, 'summary'),
  location: textOf(component, 'location'),
  ...periodOf(component),
  timeZone: zoneOf(component, 'dtstart') ?? calendarZone,
  isCancelled: textOf(component, 'status').toUpperCase() === 'CANCELLED',
  repeats: REPEATING.some((name) => component.hasProperty(name)),
})

/** Programs that write all times in UTC name that zone, whatever the place. */
const calendarZoneOf = (calendar: ICAL.Component): string | null => {
  const zone = textOf(calendar, 'x-wr-timezone')
  return zone === '' || /^(?:Etc\/)?(?:UTC|GMT)$/i.test(zone) ? null : zone
}

/** Reads the events of an iCalendar file, in its order. Throws a `Refusal` for a damaged file and for too many events. */
export const readEvents = (text: string, maxEvents: number): CalendarEvent[] => {
  const found = componentsOf(text).flatMap((calendar) => {
    const zone = calendarZoneOf(calendar)
    return calendar.getAllSubcomponents('vevent').map((component) => ({ component, zone }))
  })
  if (found.length > maxEvents) throw new Refusal(`The calendar has more than ${grouped(maxEvents)} events.`)
  try {
    return found.map(({ component, zone }, index) => eventOf(component, zone, index + 1))
  } catch {
    throw damaged()
  }
}
