import { clockIn, type Instant, zoneName } from './zoned-time.ts'

const LOCALE = 'en-AU'
const MINUS = '\u2212'
const DASH = '–'

const wholeNumber = new Intl.NumberFormat(LOCALE)

/** 1,284. Points are never abbreviated; a minus is a real one. */
export const formatNumber = (value: number): string => wholeNumber.format(value).replace('-', MINUS)

/** A gap to the leader: `−6`; `–` for the leader and when unknown. */
export const formatGap = (behind: number | null | undefined): string =>
  behind ? `${MINUS}${formatNumber(Math.abs(behind))}` : DASH

/** Points earned in a race: `+50`, `0`, after a correction `−30`. */
export const formatGain = (points: number): string => (points > 0 ? `+${formatNumber(points)}` : formatNumber(points))

/** A lap: 80298.3 ms is `1:20.2983`. */
export const formatLap = (milliseconds: number): string => {
  const tenths = Math.round(milliseconds * 10)
  const minutes = Math.floor(tenths / 600_000)
  const rest = ((tenths % 600_000) / 10_000).toFixed(4)
  return minutes > 0 ? `${minutes}:${rest.padStart(7, '0')}` : rest
}

/** A gap or a sector: 842 ms is `0.842`, a minute and more `1:02.310`. Finer digits are cut off, as in timing. */
export const formatSeconds = (milliseconds: number): string => {
  // A value multiplied by a thousand in floating point may be slightly below its last digit.
  const wholeMs = Math.floor(milliseconds + 0.01)
  const minutes = Math.floor(wholeMs / 60_000)
  const rest = ((wholeMs % 60_000) / 1_000).toFixed(3)
  return minutes > 0 ? `${minutes}:${rest.padStart(6, '0')}` : rest
}

const decimals = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })

/** `61.4`; whole numbers without a decimal. */
export const formatDecimal = (value: number): string => decimals.format(value).replace('-', MINUS)

/** `18.2%`; whole ones without a decimal: `25%`. */
export const formatPercent = (percent: number): string => `${formatDecimal(percent)}%`

/** 1st, 2nd, 3rd, 4th, 11th. */
export const ordinal = (value: number): string => {
  const tens = value % 100
  if (tens >= 11 && tens <= 13) return `${value}th`
  return `${value}${['th', 'st', 'nd', 'rd'][value % 10] ?? 'th'}`
}

/** Singular for one, plural for others: `plural(3, 'tip')` is `3 tips`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** "30 s", "1 min", "1 min 30 s". */
export const formatDuration = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 || minutes === 0 ? `${rest} s` : ''].filter(Boolean).join(' ')
}

/** Values whose label is not derived from the value. */
const WORDS: Record<string, string> = { 'carbon-fiber': 'Carbon fibre' }

/** A value of the API as a label: `race1` is "Race 1", `open-face` is "Open face". */
export const valueLabel = (value: string): string => {
  const words = WORDS[value] ?? value.replaceAll('-', ' ').replace(/(?<=[a-z])(?=\d)/, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type TimeZoneOption = {
  /** The zone of what is written; without one that of the device. */
  timeZone?: string | undefined
  /** A second zone, in which times of day are written behind: `2:35 pm (Perth 12:35 pm)`. */
  ownZone?: string | undefined
  /** The reader's own zone, where times are written in another only: the time at which something closes names that one then. */
  readerZone?: string | undefined
}

const write = (at: Instant, { timeZone }: TimeZoneOption, pattern: string): string =>
  clockIn(at, timeZone).format(pattern)

/** The place a zone is named after: `Perth`, `New York`. */
export const placeOf = (timeZone: string): string => timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')

const MINUTE = 'YYYY-MM-DD HH:mm'

const showSame = (at: Instant, zone: string | undefined, other: string | undefined): boolean =>
  clockIn(at, zone).format(MINUTE) === clockIn(at, other).format(MINUTE)

/** The time in the second zone, with its weekday if it is another; empty where its clocks show the same. */
const inOwnZone = (at: Instant, { timeZone, ownZone }: TimeZoneOption, pattern: string): string => {
  if (ownZone === undefined) return ''
  if (showSame(at, timeZone, ownZone)) return ''
  const [track, own] = [clockIn(at, timeZone), clockIn(at, ownZone)]
  const day = 'YYYY-MM-DD'
  const weekday = track.format(day) === own.format(day) ? '' : 'ddd '
  return ` (${`${placeOf(ownZone)} ${own.format(weekday + pattern)}`.replaceAll(' ', '\u00a0')})`
}

const withOwn = (at: Instant, zone: TimeZoneOption, pattern: string, time: string): string =>
  write(at, zone, pattern) + inOwnZone(at, zone, time)

const TIME = 'h:mm a'
const TIME_WITH_SECONDS = 'h:mm:ss a'

/** `4:15 pm` in the weekend's zone. */
export const formatTime = (at: Instant, zone: TimeZoneOption = {}): string => withOwn(at, zone, TIME, TIME)

/** `3:52:07 pm`. */
export const formatTimeWithSeconds = (at: Instant, zone: TimeZoneOption = {}): string =>
  withOwn(at, zone, TIME_WITH_SECONDS, TIME_WITH_SECONDS)

const NEAR_MS = 6 * 86_400_000

/** Whether a weekday would be ambiguous: nearly a week away, or more. */
const isFar = (at: Instant, now: number): boolean => Math.abs(new Date(at).getTime() - now) >= NEAR_MS

/** `Sat 4:15 pm`, inside of a weekend; with `now` also `Sat 28 Nov, 4:15 pm`, if it is far away. */
export const formatDayTime = (at: Instant, zone: TimeZoneOption = {}, now?: number): string =>
  withOwn(at, zone, now !== undefined && isFar(at, now) ? `ddd D MMM, ${TIME}` : `ddd ${TIME}`, TIME)

/** `4:15 pm` today, else the day too. */
export const formatWhen = (at: Instant, now: number, zone: TimeZoneOption = {}): string =>
  formatDay(at, zone) === formatDay(now, zone) && !isFar(at, now) ? formatTime(at, zone) : formatDayTime(at, zone, now)

/** A stated deadline: `4:15 pm AEDT`, or with its day `Sat 4:15 pm AEDT`. */
export const formatDeadline = (
  at: Instant,
  zone: TimeZoneOption,
  { withDay, now }: { withDay: boolean; now?: number },
): string => {
  const track = { timeZone: zone.timeZone }
  const time = withDay ? formatDayTime(at, track, now) : formatTime(at, track)
  return `${time} ${zoneName(at, zone.timeZone, 'short')}${inOwnZone(at, zone, TIME)}`
}

/** When something closes: `Sat 4:15 pm`, with the zone's name if the reader's own clock shows another time. */
export const formatClosing = (at: Instant, zone: TimeZoneOption, now: number): string =>
  zone.readerZone === undefined || showSame(at, zone.timeZone, zone.readerZone)
    ? formatDayTime(at, zone, now)
    : formatDeadline(at, zone, { withDay: true, now })

/** The time in the second zone alone, `Perth 12:35 pm`, for a line of its own; empty where it is not to be shown. */
export const formatOwnTime = (at: Instant, zone: TimeZoneOption): string =>
  inOwnZone(at, zone, TIME).slice(2, -1).replaceAll('\u00a0', ' ')

/** `Saturday`; far away `Sat 28 Nov`. */
export const formatWeekday = (at: Instant, zone: TimeZoneOption, now: number): string =>
  write(at, zone, isFar(at, now) ? 'ddd D MMM' : 'dddd')

/** `Sat 21 Nov`. */
export const formatDay = (at: Instant, zone: TimeZoneOption = {}): string => write(at, zone, 'ddd D MMM')

/** `20 Nov 2026`. */
export const formatDate = (at: Instant, zone: TimeZoneOption = {}): string => write(at, zone, 'D MMM YYYY')

/** `Nov 20, 2026`: the specification's format for the dates of My Tips. */
export const formatTipDate = (at: Instant, zone: TimeZoneOption = {}): string => write(at, zone, 'MMM D, YYYY')

const HOUR_MINUTES = 60
const DAY_MINUTES = 1440

const span = (minutes: number): string => {
  if (minutes < HOUR_MINUTES) return `${minutes} min`
  if (minutes < DAY_MINUTES) return `${Math.floor(minutes / HOUR_MINUTES)} h`
  return plural(Math.floor(minutes / DAY_MINUTES), 'day')
}

/**
 * How far away an instant is, in whole hours or days as a countdown beside it shows them: `in 40 min`, `in 3 h`, `2
 * days ago`, `now`.
 */
export const formatAway = (at: number, now: number): string => {
  const minutes = Math.ceil((at - now) / 60_000)
  if (minutes === 0) return 'now'
  return minutes > 0 ? `in ${span(minutes)}` : `${span(-minutes)} ago`
}
