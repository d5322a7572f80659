const twoDigits = (text: string | number): string => String(text).padStart(2, '0')

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const monthOf = (name: string): string | undefined => {
  const index = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
  return index === -1 ? undefined : twoDigits(index + 1)
}

/** Two digits are years of this century. */
const yearOf = (digits: string): string => (digits.length === 2 ? `20${digits}` : digits)

/** Splits a date into year, month and day as written: day first, unless the year is. */
const datePartsOf = (text: string): (string | undefined)[] => {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text)
  if (iso) return iso.slice(1)
  const dayFirst = /^(\d\d?)[./-](\d\d?)[./-](\d{4}|\d\d)$/.exec(text)
  if (dayFirst) return [yearOf(dayFirst[3] ?? ''), dayFirst[2], dayFirst[1]]
  const namedMonth = /^(\d\d?)(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d\d)$/i.exec(text)
  if (namedMonth) return [yearOf(namedMonth[3] ?? ''), monthOf(namedMonth[2] ?? ''), namedMonth[1]]
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(text)
  return monthFirst ? [monthFirst[3], monthOf(monthFirst[1] ?? ''), monthFirst[2]] : []
}

const WEEKDAY = /^(sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}\.?,?\s+/i

/** A day `YYYY-MM-DD`, or why its weekday is wrong. */
export type ParsedDay = { day: string } | { fault: string }

const dayText = (parsed: Date): string =>
  `${parsed.getUTCDate()} ${parsed.toLocaleString('en-AU', { month: 'short', timeZone: 'UTC' })} ${parsed.getUTCFullYear()}`

/** Parses `2026-11-21`, `21/11/2026`, `Sat 21 Nov 2026`; undefined for a day that does not exist. */
export const parseDay = (text: string): ParsedDay | undefined => {
  const weekday = WEEKDAY.exec(text)
  const [year, month, day] = datePartsOf(weekday ? text.slice(weekday[0].length) : text)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const isoDay = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  const parsed = new Date(`${isoDay}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== isoDay) return undefined
  if (isoDay < '1900' || isoDay >= '3000') return undefined
  const name = WEEKDAYS[parsed.getUTCDay()] ?? ''
  const weekdayText = weekday?.[1]?.toLowerCase()
  return weekdayText !== undefined && weekdayText !== name.slice(0, 3).toLowerCase()
    ? { fault: `“${text}”: ${dayText(parsed)} is a ${name}.` }
    : { day: isoDay }
}
