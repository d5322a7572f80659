import { MAX_ROUNDS, type Round } from '@purple-sector/contracts/weekends/seasons'
import { MAX_WEEKEND_DAYS } from '@purple-sector/contracts/weekends/weekend-days'
import { asDay, dayAfter, daysBetween } from '@purple-sector/service-kit/data/zoned-days'
import type { StoredSeason } from '../seasons/season.ts'
import { becomesTooLong, type NewWeekend, newWeekend, type StoredWeekend } from '../weekends/weekend.ts'
import { errorOf, type RowError } from './read-rounds.ts'
import { findWeekends, type Recognized } from './recognize-rounds.ts'
import type { RoundRow } from './round-row.ts'

/** What a row makes of its weekend: `before` is null for a new one, whose id is negative until it is stored. */
export type DecidedRow = { row: RoundRow; before: StoredWeekend | null; after: StoredWeekend }
export type CalendarDecision = { rows: DecidedRow[]; errors: RowError[]; rounds: Round[] }

type Known = {
  season: StoredSeason
  /** Weekends of this season and of none. */
  weekends: readonly StoredWeekend[]
  /** Weekends of other seasons, each with the name of its season. */
  elsewhere: readonly { weekend: StoredWeekend; season: string }[]
}

const DEFAULT_ZONE = 'Australia/Sydney'

/** Without an end a weekend stays as long as it is, and a new one takes one day. */
const endOf = (row: RoundRow, before: StoredWeekend | null, startDate: string, timeZone: string): string => {
  if (row.end !== null) return asDay(timeZone, row.end)
  return before ? dayAfter(startDate, daysBetween(before.startDate, before.endDate)) : startDate
}

/** Applies what a row says; an empty cell changes nothing. */
const applied = (row: RoundRow, before: StoredWeekend | null): NewWeekend => {
  const timeZone = row.timeZone ?? before?.timeZone ?? DEFAULT_ZONE
  const startDate = row.start === null ? (before?.startDate ?? '') : asDay(timeZone, row.start)
  const endDate = endOf(row, before, startDate, timeZone)
  const name = row.name ?? before?.name ?? ''
  const venue = row.venue ?? before?.venue ?? ''
  if (before) return { ...before, name, venue, timeZone, startDate, endDate }
  // Its last day is checked as an error of the row.
  const days = { startDate, endDate: startDate }
  const weekend = newWeekend({ name, venue, timeZone, description: '', isActive: false, ...days })
  return { ...weekend, endDate }
}

const faultOf = (row: RoundRow, before: StoredWeekend | null): RowError | undefined => {
  if (!before && row.name === null) return errorOf(row, 'name', 'Missing.')
  if (!before && row.start === null) return errorOf(row, 'start', 'Missing.')
  const after = applied(row, before)
  const { startDate, endDate } = after
  const field = row.end === null ? 'start' : 'end'
  if (endDate < startDate)
    return errorOf(row, field, `The weekend would end on ${endDate}, before it starts on ${startDate}.`)
  if (becomesTooLong(after, before))
    return errorOf(
      row,
      field,
      `The weekend would last from ${startDate} to ${endDate}: it has at most ${MAX_WEEKEND_DAYS} days.`,
    )
  return undefined
}

const decideRow = ({ row, weekend }: Recognized, index: number): DecidedRow | RowError => {
  const fault = faultOf(row, weekend)
  return fault ?? { row, before: weekend, after: { id: -1 - index, ...applied(row, weekend) } }
}

const isDecided = (row: DecidedRow | RowError): row is DecidedRow => 'after' in row

/**
 * Puts numbered rows into their rounds. The others keep their order, and new ones without a number follow by their start.
 */
const orderOf = ({ weekends: current }: StoredSeason, rows: readonly DecidedRow[]): number[] => {
  const numbered = new Map(rows.flatMap(({ row, after }) => (row.number === null ? [] : [[row.number, after.id]])))
  const placed = new Set(numbered.values())
  const known = new Set(current.map(({ weekendId }) => weekendId))
  const added = rows
    .filter(({ row, after }) => row.number === null && !known.has(after.id))
    .toSorted((a, b) => a.after.startDate.localeCompare(b.after.startDate))
    .map(({ after }) => after.id)
  const rest = [...current.map(({ weekendId }) => weekendId).filter((id) => !placed.has(id)), ...added]
  return Array.from({ length: numbered.size + rest.length }, (_, index) => numbered.get(index + 1) ?? rest.shift() ?? 0)
}

/**
 * Rounds are counted without gaps, so that a number means the same round when the file is imported again. While a row has
 * an error, which may be the one that is missing, no gap is reported.
 */
const gapsIn = (rows: readonly DecidedRow[], count: number): RowError[] =>
  rows.flatMap(({ row }) =>
    row.number !== null && row.number > count
      ? [errorOf(row, 'round', `There would be only ${count} rounds: a round before this one is missing.`)]
      : [],
  )

/**
 * Decides what the rows of a calendar make of a season and its weekends (docs/rules.md, Seasons). `readErrors` are those of
 * rows that could not be read; the decision has these too.
 */
export const decideRounds = (
  rows: readonly RoundRow[],
  readErrors: readonly RowError[],
  { season, weekends, elsewhere }: Known,
): CalendarDecision => {
  const { recognized, errors } = findWeekends(rows, { season, weekends, elsewhere })
  const results = recognized.map(decideRow)
  const decided = results.filter(isDecided)
  const faults = [...readErrors, ...errors, ...results.flatMap((result) => (isDecided(result) ? [] : [result]))]
  const order = orderOf(season, decided)
  const gaps = faults.length === 0 ? gapsIn(decided, order.length) : []
  const last = decided.at(-1)
  const tooMany =
    order.length > MAX_ROUNDS && last ? [errorOf(last.row, null, `A season has at most ${MAX_ROUNDS} rounds.`)] : []
  const multipliers = new Map(season.weekends.map(({ weekendId, multiplier }) => [weekendId, multiplier]))
  const rounds = order.map(
    (weekendId, index): Round => ({
      weekendId,
      round: index + 1,
      multiplier: multipliers.get(weekendId) ?? 1,
    }),
  )
  return { rows: decided, errors: [...faults, ...gaps, ...tooMany], rounds }
}
