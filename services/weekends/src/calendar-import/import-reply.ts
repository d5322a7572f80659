import type { CalendarImportReply } from '@purple-sector/contracts/weekends/calendar-import'
import type { Round } from '@purple-sector/contracts/weekends/seasons'
import type { StoredWeekend } from '../weekends/weekend.ts'
import type { DecidedRow } from './decide-rounds.ts'
import type { RowError } from './read-rounds.ts'

type Success = CalendarImportReply['results']['success'][number]

export type ImportOutcome = {
  preview: boolean
  rows: readonly DecidedRow[]
  errors: readonly RowError[]
  notes: readonly string[]
  rounds: readonly Round[]
  /** The weekends of all rounds, as they are afterwards. */
  weekends: readonly StoredWeekend[]
}

const CHANGEABLE = ['name', 'venue', 'startDate', 'endDate', 'timeZone'] as const

/** Whether the import changes the weekend itself, not only its round. */
export const changesWeekend = ({ before, after }: DecidedRow): boolean =>
  before !== null && CHANGEABLE.some((field) => before[field] !== after[field])

const keyOf = ({ sheet, row }: Pick<RowError, 'sheet' | 'row'>): string => `${row} ${sheet}`

const countErrorRows = (errors: readonly RowError[]): number => new Set(errors.map(keyOf)).size

const messageOf = (success: readonly Success[], errors: readonly RowError[], preview: boolean): string => {
  const count = (action: Success['action']) => success.filter((row) => row.action === action).length
  const wrong = countErrorRows(errors)
  const figures = `${count('created')} new, ${count('updated')} updated, ${count('unchanged')} unchanged, ${wrong} ${wrong === 1 ? 'row' : 'rows'} with errors.`
  if (wrong > 0) return `${figures} Nothing is written until all rows are right.`
  return preview ? `${figures} Nothing is written yet.` : figures
}

/** Notes rounds that change their name, because their number in the file decides. */
const renames = (rows: readonly DecidedRow[]): string[] =>
  rows.flatMap(({ before, after }) =>
    before && before.name !== after.name ? [`“${before.name}” becomes “${after.name}”.`] : [],
  )

/** Notes rounds that run at the same time, each with the next by start. */
const overlaps = (weekends: readonly StoredWeekend[]): string[] => {
  const byStart = weekends.toSorted((a, b) => a.startDate.localeCompare(b.startDate))
  return byStart.flatMap(({ name, endDate }, index) => {
    const next = byStart[index + 1]
    return next && next.startDate <= endDate ? [`“${name}” and “${next.name}” overlap.`] : []
  })
}

/** Notes which zone new weekends get where the file names none. */
const assumedZones = (rows: readonly DecidedRow[]): string[] => {
  const [first] = rows.filter(({ row, before }) => before === null && row.timeZone === null)
  return first ? [`New rounds without a time zone are in ${first.after.timeZone}.`] : []
}

/** Composes the reply to an import: the outcome of each row, and what an administrator should check. */
export const importReply = ({ preview, rows, errors, notes, rounds, weekends }: ImportOutcome): CalendarImportReply => {
  const roundOf = new Map(rounds.map(({ weekendId, round }) => [weekendId, round]))
  const withErrors = new Set(errors.map(keyOf))
  const correct = rows.filter(({ row }) => !withErrors.has(keyOf(row.place)))
  const success = correct.map((decided): Success => {
    const { row, before, after } = decided
    // A row after one with an error has no round yet.
    const round = roundOf.get(after.id) ?? row.number ?? 0
    const { name, venue, startDate, endDate, timeZone } = after
    return {
      sheet: row.place.sheet,
      row: row.place.row,
      round,
      weekendId: after.id > 0 ? after.id : null,
      ...{ name, venue, startDate, endDate, timeZone },
      action: before === null ? 'created' : before.round !== round || changesWeekend(decided) ? 'updated' : 'unchanged',
    }
  })
  return {
    message: messageOf(success, errors, preview),
    results: {
      processed: success.length + countErrorRows(errors),
      success,
      errors: [...errors],
      notes: [...notes, ...renames(rows), ...assumedZones(rows), ...overlaps(weekends)],
    },
  }
}
