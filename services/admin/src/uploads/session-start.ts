const two = (text: string | number): string => String(text).padStart(2, '0')

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const monthOf = (name: string): string | undefined => {
  const index = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
  return index === -1 ? undefined : two(index + 1)
}

/** Two digits are of this century. */
const yearOf = (digits: string): string => (digits.length === 2 ? `20${digits}` : digits)

/** Year, month and day as they are written: the day first, unless the year is. */
const datePartsOf = (text: string): (string | undefined)[] => {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text)
  if (iso) return iso.slice(1)
  const dayFirst = /^(\d\d?)[./-](\d\d?)[./-](\d{4}|\d\d)$/.exec(text)
  if (dayFirst) return [yearOf(dayFirst[3] ?? ''), dayFirst[2], dayFirst[1]]
  const named = /^(\d\d?)(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d\d)$/i.exec(text)
  if (named) return [yearOf(named[3] ?? ''), monthOf(named[2] ?? ''), named[1]]
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(text)
  return monthFirst ? [monthFirst[3], monthOf(monthFirst[1] ?? ''), monthFirst[2]] : []
}

const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}\.?,?\s+/i

/** A day, or what is wrong with its weekday. */
type Day = { day: string } | { fault: string }

const shownDay = (parsed: Date): string =>
  `${parsed.getUTCDate()} ${parsed.toLocaleString('en-AU', { month: 'short', timeZone: 'UTC' })} ${parsed.getUTCFullYear()}`

/** `2026-11-21`, `21/11/2026`, `Sat 21 Nov 2026`; undefined for a day that no calendar has. */
const dayOf = (text: string): Day | undefined => {
  const weekday = WEEKDAY.exec(text)
  const [year, month, day] = datePartsOf(weekday ? text.slice(weekday[0].length) : text)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const shown = `${year}-${two(month)}-${two(day)}`
  const parsed = new Date(`${shown}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== shown) return undefined
  if (shown < '1900' || shown >= '3000') return undefined
  const name = WEEKDAYS[parsed.getUTCDay()] ?? ''
  const said = weekday?.[1]?.toLowerCase()
  return said !== undefined && said !== name.slice(0, 3).toLowerCase()
    ? { fault: `“${text}”: ${shownDay(parsed)} is a ${name}.` }
    : { day: shown }
}

/** `10:40`, `10.40`, `10:40:00`, `2:40 pm`, `1040`. */
const timeOf = (text: string): string | undefined => {
  const [, hours, minutes, half] =
    /^(\d\d?)[:.](\d\d)(?::\d\d(?:\.\d+)?)?\s*([ap]\.?m\.?|h(?:rs?)?)?$/i.exec(text) ??
    /^(\d\d)(\d\d)\s*(h(?:rs?)?)?$/i.exec(text) ??
    []
  if (hours === undefined || minutes === undefined || Number(minutes) > 59) return undefined
  const hour = Number(hours)
  const isOf12 = half !== undefined && /^[ap]/i.test(half)
  if (isOf12 && (hour < 1 || hour > 12)) return undefined
  const of24 = isOf12 ? (hour % 12) + (/^p/i.test(half ?? '') ? 12 : 0) : hour
  return of24 > 23 ? undefined : `${two(of24)}:${minutes}`
}

/** A time, or a range of two of which the first is the start: `07:20-07:40`, `1:05 – 1:45 pm`. */
const firstTimeOf = (text: string): string | undefined => {
  const [first = '', second = '', ...others] = text.split(/\s*(?:[-–—]|\bto\b)\s*/i)
  if (others.length > 0 || (second !== '' && timeOf(second) === undefined)) return undefined
  const half = /[ap]\.?m\.?$/i.exec(second)?.[0]
  const [of24, as] = [timeOf(first), half === undefined ? undefined : timeOf(`${first}${half}`)]
  if (as === undefined || /m\.?$/i.test(first)) return of24
  // `11:30 – 12:15 pm` begins before noon.
  const end = timeOf(second) ?? ''
  return as <= end ? as : of24
}

/** Whether a cell is a time of the day, or a range of two, and no day. */
export const isTime = (cell: string): boolean => /[:.]/.test(cell) && firstTimeOf(cell) !== undefined

/** A cell that holds a day alone is read with midnight, and one that holds a time alone may come with some day. */
const dayPart = (date: string): string => date.replace(/^(\d{4}-\d\d-\d\d)T\d\d:\d\d$/, '$1')
const timePart = (time: string): string => time.replace(/^\d{4}-\d\d-\d\dT/, '')

/** Whether a cell is a day without a time. */
export const isDay = (cell: string): boolean => dayOf(dayPart(cell)) !== undefined

/** The day of a time that has none, as spreadsheet programs count, is of 1899, 1900 or 1904. */
const FIRST_OF_OURS = '1970'

export type Start = { start: string } | { fault: string }

const fault = (text: string): Start => ({ fault: `“${text}” isn’t a date and time such as 2026-11-21 10:40.` })

/** A day and a time in one cell. */
const startOfOne = (text: string): Start => {
  const [, first = '', second = ''] = /^(.*?\d)(?:T|,?\s+)(\d{1,2}[:.]\d\d.*|\d{4}\s*h(?:rs?)?)$/.exec(text) ?? []
  const [day, time] = [dayOf(first), firstTimeOf(second)]
  if (day && 'fault' in day) return day
  return day && time ? { start: `${day.day}T${time}` } : fault(text)
}

/**
 * The start of a session by its cells, as `YYYY-MM-DDTHH:mm`: a day and a time in two, or both in either. Undefined where
 * both are missing.
 */
export const startOf = (date: string | undefined, time: string | undefined): Start | undefined => {
  const together = time ?? date
  if (together === undefined) return undefined
  if (date === undefined || time === undefined) return startOfOne(together)
  // The time's cell may say the day, too.
  const both = startOfOne(time)
  if ('start' in both && both.start >= FIRST_OF_OURS) return both
  const [day, first] = [dayOf(dayPart(date)), firstTimeOf(timePart(time))]
  if (day && 'fault' in day) return day
  return day && first ? { start: `${day.day}T${first}` } : fault(`${dayPart(date)} ${timePart(time)}`)
}
