import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

export type Instant = Date | string | number

const formats = new Map<string, Intl.DateTimeFormat>()

/** The name of a zone at an instant, `AEDT` or `GMT+11:00`. day.js would name it as in the United States. */
export const zoneName = (at: Instant, timeZone: string | undefined, style: 'short' | 'longOffset'): string => {
  const key = `${timeZone} ${style}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-AU', { timeZone, timeZoneName: style })
  formats.set(key, format)
  return format.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** A zone's offset from UTC at an instant, in ms. */
export const offsetMs = (at: Instant, timeZone: string): number => {
  const offset = zoneName(at, timeZone, 'longOffset').slice('GMT'.length)
  return -Date.parse(`1970-01-01T00:00${offset === '' ? 'Z' : offset}`)
}

/**
 * The wall time of a zone at an instant, for formatting; without a zone the reader's own.
 *
 * It is stored as UTC: in a zone, by `.tz()` as by `.utcOffset()`, day.js formats by the reader's clocks, an hour off
 * where those are put forward over it, such as 2:30 am in Perth read in Sydney in October.
 */
export const clockIn = (at: Instant, timeZone: string | undefined): Dayjs =>
  timeZone === undefined ? dayjs(at) : dayjs.utc(at).add(offsetMs(at, timeZone), 'millisecond')

/** A day `YYYY-MM-DD` or a wall time `YYYY-MM-DDTHH:mm` without a zone, for calculations. */
export const inUtc = (wall: string): Dayjs => dayjs.utc(wall)
