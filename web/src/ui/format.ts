const LOCALE = 'en-AU'
const MINUS = '\u2212'
const DASH = '–'

const whole = new Intl.NumberFormat(LOCALE)

/** 1,284. Points are never abbreviated; a minus is a real one. */
export const formatNumber = (value: number): string => whole.format(value).replace('-', MINUS)

/** A gap to the leader: `−6`, the leader himself and the unknown `–`. */
export const formatGap = (behind: number | null | undefined): string =>
  behind ? `${MINUS}${formatNumber(Math.abs(behind))}` : DASH

/** What a session brought: `+50`, `0`, after a correction `−30`. */
export const formatGain = (points: number): string => (points > 0 ? `+${formatNumber(points)}` : formatNumber(points))

/** A lap: 80298.3 ms is `1:20.2983`. */
export const formatLap = (milliseconds: number): string => {
  const tenths = Math.round(milliseconds * 10)
  const minutes = Math.floor(tenths / 600_000)
  const rest = ((tenths % 600_000) / 10_000).toFixed(4)
  return minutes > 0 ? `${minutes}:${rest.padStart(7, '0')}` : rest
}

/** 1st, 2nd, 3rd, 4th, 11th. */
export const ordinal = (value: number): string => {
  const tens = value % 100
  if (tens >= 11 && tens <= 13) return `${value}th`
  return `${value}${['th', 'st', 'nd', 'rd'][value % 10] ?? 'th'}`
}

/** One word for one, another for more: `plural(3, 'tip')` is `3 tips`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(LOCALE, options)
  formats.set(key, made)
  return made
}

/** Newer ICU data puts narrow spaces where older data has plain ones: one kind everywhere. */
const write = (at: Date | string | number, options: Intl.DateTimeFormatOptions): string =>
  formatOf(options)
    .format(new Date(at))
    .replace(/[\u202f\u00a0]/g, ' ')

export type Zone = { timeZone?: string | undefined }

/** `4:15 pm` in the weekend's zone. */
export const formatTime = (at: Date | string | number, { timeZone }: Zone = {}): string =>
  write(at, { hour: 'numeric', minute: '2-digit', hour12: true, timeZone }).toLowerCase()

/** `3:52:07 pm`. */
export const formatTimeWithSeconds = (at: Date | string | number, { timeZone }: Zone = {}): string =>
  write(at, { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true, timeZone }).toLowerCase()

/** `Sat`. */
export const formatWeekday = (at: Date | string | number, { timeZone }: Zone = {}): string =>
  write(at, { weekday: 'short', timeZone })

/** `Sat 4:15 pm`. */
export const formatDayTime = (at: Date | string | number, zone: Zone = {}): string =>
  `${formatWeekday(at, zone)} ${formatTime(at, zone)}`

/** `AEDT`, said only where a deadline is stated. */
export const formatZone = (at: Date | string | number, { timeZone }: Zone = {}): string =>
  formatOf({ timeZoneName: 'short', timeZone })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** `Nov 20, 2026`, as the specification writes dates beside a time. */
export const formatDate = (at: Date | string | number, { timeZone }: Zone = {}): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone }).format(new Date(at))

/** `21 November 2026`, of an instant or of a day `YYYY-MM-DD`. */
export const formatLongDate = (at: Date | string | number, { timeZone }: Zone = {}): string =>
  write(at, { day: 'numeric', month: 'long', year: 'numeric', timeZone })
