import { parseDay } from '@purple-sector/sheets'

const twoDigits = (text: string | number): string => String(text).padStart(2, '0')

/** Parses `10:40`, `10.40`, `10:40:00`, `2:40 pm`, `1040`. */
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
  return of24 > 23 ? undefined : `${twoDigits(of24)}:${minutes}`
}

/** Parses a time, or the start of a range: `07:20-07:40`, `1:05 – 1:45 pm`. */
const firstTimeOf = (text: string): string | undefined => {
  const [first = '', second = '', ...others] = text.split(/\s*(?:[-–—]|\bto\b)\s*/i)
  if (others.length > 0 || (second !== '' && timeOf(second) === undefined)) return undefined
  const half = /[ap]\.?m\.?$/i.exec(second)?.[0]
  const [of24, withHalf] = [timeOf(first), half === undefined ? undefined : timeOf(`${first}${half}`)]
  if (withHalf === undefined || /m\.?$/i.test(first)) return of24
  // `11:30 – 12:15 pm` starts before noon.
  const end = timeOf(second) ?? ''
  return withHalf <= end ? withHalf : of24
}

/** Whether a cell is a time of day, or a range of two, without a day. */
export const isTime = (cell: string): boolean => /[:.]/.test(cell) && firstTimeOf(cell) !== undefined

/** The sheet reader adds midnight to a day, and may add a day to a time. */
const dayPart = (date: string): string => date.replace(/^(\d{4}-\d\d-\d\d)T\d\d:\d\d$/, '$1')
const timePart = (time: string): string => time.replace(/^\d{4}-\d\d-\d\dT/, '')

/** Whether a cell is a day without a time. */
export const isDay = (cell: string): boolean => parseDay(dayPart(cell)) !== undefined

/** A time without a day has one of 1899, 1900 or 1904 in spreadsheet programs. */
const MIN_DATE = '1970'

export type Start = { start: string } | { fault: string }

const fault = (text: string): Start => ({ fault: `“${text}” isn’t a date and time such as 2026-11-21 10:40.` })

/** Parses a day and a time in one cell. */
const startOfOne = (text: string): Start => {
  const [, first = '', second = ''] = /^(.*?\d)(?:T|,?\s+)(\d{1,2}[:.]\d\d.*|\d{4}\s*h(?:rs?)?)$/.exec(text) ?? []
  const [day, time] = [parseDay(first), firstTimeOf(second)]
  if (day && 'fault' in day) return day
  return day && time ? { start: `${day.day}T${time}` } : fault(text)
}

/**
 * Reads the start of a session, as `YYYY-MM-DDTHH:mm`: day and time in two cells, or both in either.
 * Undefined if both cells are missing.
 */
export const startOf = (date: string | undefined, time: string | undefined): Start | undefined => {
  const onlyText = time ?? date
  if (onlyText === undefined) return undefined
  if (date === undefined || time === undefined) return startOfOne(onlyText)
  // The cell of the time may contain the day, too.
  const combined = startOfOne(time)
  if ('start' in combined && combined.start >= MIN_DATE) return combined
  const [day, first] = [parseDay(dayPart(date)), firstTimeOf(timePart(time))]
  if (day && 'fault' in day) return day
  return day && first ? { start: `${day.day}T${first}` } : fault(`${dayPart(date)} ${timePart(time)}`)
}
