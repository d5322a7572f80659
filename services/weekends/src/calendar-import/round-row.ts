import { timeZoneInput } from '@purple-sector/contracts/time-zone'
import { dayInput, patchWeekendBody } from '@purple-sector/contracts/weekends/http'
import { MAX_ROUNDS } from '@purple-sector/contracts/weekends/seasons'
import { parseDay, type RowFault } from '@purple-sector/sheets'

export type RoundField = 'round' | 'name' | 'venue' | 'start' | 'end' | 'timeZone'
export type RoundFault = RowFault<RoundField>

/** The position of a row, and the weekend it names. */
export type RowPlace = { sheet: string; row: number; name: string | null }

/** A row of a calendar; null for what it does not say. Days are `YYYY-MM-DD`, or instants, in its time zone. */
export type RoundRow = {
  place: RowPlace
  /** Its number in the season. */
  number: number | null
  name: string | null
  venue: string | null
  start: string | null
  end: string | null
  timeZone: string | null
  /** The name of a field's column in the file. */
  columnOf(field: RoundField): string
}

type Texts = Partial<Record<RoundField, string | undefined>>
type AddFault = (field: RoundField, message: string) => undefined

const numberOf = (text: string, addFault: AddFault): number | null => {
  const number = Number(/^(?:round|rd\.?|r)?\s*(\d{1,3})(?:[.,]0+)?$/i.exec(text)?.[1] ?? 0)
  return number >= 1 && number <= MAX_ROUNDS
    ? number
    : (addFault('round', `“${text}” isn’t a round: use a number from 1 to ${MAX_ROUNDS}.`) ?? null)
}

/** A day and time with its distance from UTC. */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i
/** A day with a time by the clock of the round, which does not matter. */
const WITH_TIME = /^(.*?\d)(?:T|,?\s+)\d{1,2}[:.]\d\d.*$/

/** Reads `2026-11-21`, `21/11/2026`, `Sat 21 Nov 2026`, each with or without a time, or an instant. */
const dayOf = (text: string, field: RoundField, addFault: AddFault): string | null => {
  const instant = INSTANT.test(text) ? text.replace(' ', 'T').toUpperCase() : undefined
  const parsed = instant === undefined ? parseDay(WITH_TIME.exec(text)?.[1] ?? text) : { day: instant }
  if (parsed && 'fault' in parsed) return addFault(field, parsed.fault) ?? null
  const day = dayInput.safeParse(parsed?.day).data
  return day ?? addFault(field, `“${text}” isn’t a day such as 2026-11-21.`) ?? null
}

const { name: nameInput, venue: venueInput } = patchWeekendBody.shape

const lineOf = (text: string, field: 'name' | 'venue', addFault: AddFault): string | null => {
  const parsed = (field === 'name' ? nameInput : venueInput).safeParse(text)
  return parsed.success
    ? (parsed.data ?? null)
    : (addFault(field, `${parsed.error.issues[0]?.message ?? 'Cannot be read'}.`) ?? null)
}

const zoneOf = (text: string, addFault: AddFault): string | null =>
  timeZoneInput.safeParse(text).data ??
  addFault('timeZone', `“${text}” isn’t a time zone such as Australia/Sydney.`) ??
  null

/** Parses the texts of a row, and reports what is wrong with them. */
export const parseRoundTexts = (
  { round, name, venue, start, end, timeZone }: Texts,
  addFault: AddFault,
): Omit<RoundRow, 'place' | 'columnOf'> => ({
  number: round === undefined ? null : numberOf(round, addFault),
  name: name === undefined ? null : lineOf(name, 'name', addFault),
  venue: venue === undefined ? null : lineOf(venue, 'venue', addFault),
  start: start === undefined ? null : dayOf(start, 'start', addFault),
  end: end === undefined ? null : dayOf(end, 'end', addFault),
  timeZone: timeZone === undefined ? null : zoneOf(timeZone, addFault),
})
