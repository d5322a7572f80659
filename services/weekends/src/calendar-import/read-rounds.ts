import {
  type ColumnNames,
  columnName,
  formulaFaults,
  type Header,
  headerIn,
  isExample,
  isSameHeader,
  type Sheet,
  type SheetRow,
  skippedCellNotes,
  textsOf,
  withFormulaFaults,
} from '@purple-sector/sheets'
import type { CalendarContent } from './read-calendar-content.ts'
import type { CalendarEvent } from './read-events.ts'
import { parseRoundTexts, type RoundFault, type RoundField, type RoundRow, type RowPlace } from './round-row.ts'

export type RowError = RowPlace & { column: string | null; message: string }

/** A parsed calendar: rows to import, errors of the other rows, and notes about what was left out. */
export type RoundList = { rows: RoundRow[]; errors: RowError[]; notes: string[] }

const COLUMNS: ColumnNames<RoundField> = {
  round: ['round', 'rd', 'rnd', 'r', 'no', 'nr', 'number', '#', 'roundno', 'roundnumber', 'lauf'],
  name: ['name', 'event', 'eventname', 'weekend', 'raceweekend', 'meeting', 'title', 'race', 'rennen', 'veranstaltung'],
  venue: ['venue', 'circuit', 'track', 'location', 'place', 'strecke', 'ort'],
  start: ['start', 'startdate', 'starts', 'startday', 'begin', 'begins', 'from', 'date', 'datum', 'beginn', 'von'],
  end: ['end', 'enddate', 'ends', 'endday', 'finish', 'to', 'until', 'ende', 'bis'],
  timeZone: ['timezone', 'zone', 'tz', 'zeitzone'],
}
/** Names of the columns in the template and in messages. */
export const LABELS: Readonly<Record<RoundField, string>> = {
  round: 'Round',
  name: 'Name',
  venue: 'Venue',
  start: 'Start',
  end: 'End',
  timeZone: 'Time zone',
}

const errorsOf = (
  { place, columnOf }: Pick<RoundRow, 'place' | 'columnOf'>,
  faults: readonly RoundFault[],
): RowError[] => faults.map(({ field, message }) => ({ ...place, column: columnOf(field), message }))

const NO_COLUMNS: ReadonlySet<number> = new Set()

const readRow = (sheet: string, row: SheetRow, { row: head, columns }: Header<RoundField>) => {
  const { faults, addFault, text } = textsOf(row, columns)
  const texts = Object.fromEntries((Object.keys(COLUMNS) as RoundField[]).map((field) => [field, text(field)]))
  const fields = parseRoundTexts(texts, addFault)
  const place = { sheet, row: row.line, name: fields.name }
  const columnOf = (field: RoundField): string => columnName({ row: head, columns }, field) ?? LABELS[field]
  const isEmpty = Object.values(texts).every((cell) => cell === undefined) && row.formulas === undefined
  return {
    row: { ...fields, place, columnOf },
    faults: withFormulaFaults(faults, formulaFaults(row, columns)),
    isEmpty,
  }
}

const readSheet = (sheet: Sheet, list: RoundList): void => {
  const header = headerIn(COLUMNS, sheet.rows)
  const isOfList = (row: SheetRow): boolean => header !== undefined && row.line > header.row.line
  const columns = new Set(Object.values(header?.columns ?? {}).flat())
  list.notes.push(...skippedCellNotes(sheet, (row) => (isOfList(row) ? columns : NO_COLUMNS)))
  if (!header) {
    if (sheet.rows.length > 0) list.notes.push(`Nothing was read from “${sheet.name}”: no columns of rounds.`)
    return
  }
  for (const sheetRow of sheet.rows) {
    if (!isOfList(sheetRow) || isSameHeader(sheetRow, header.row) || isExample(sheetRow)) continue
    const { row, faults, isEmpty } = readRow(sheet.name, sheetRow, header)
    if (isEmpty) continue
    list.errors.push(...errorsOf(row, faults))
    if (faults.length === 0) list.rows.push(row)
  }
}

/** `Round 3: Sandown 500`, `R3 – Sandown 500`: the number that a title begins with. */
const NUMBERED = /^(?:round|rd\.?|r)\s*(?<round>\d{1,2})\s*[:–—|,-]\s*(?<name>\S.*)$/i

/** The name of what a calendar program calls a field. */
const PROPERTIES: Readonly<Record<RoundField, string>> = {
  round: 'SUMMARY',
  name: 'SUMMARY',
  venue: 'LOCATION',
  start: 'DTSTART',
  end: 'DTEND',
  timeZone: 'TZID',
}

const SHEET_OF_EVENTS = 'Calendar'

const readEvent = (event: CalendarEvent, list: RoundList): void => {
  const faults: RoundFault[] = []
  const addFault = (field: RoundField, message: string): undefined => void faults.push({ field, message })
  const summary = event.summary.trim()
  const { round, name = summary } = NUMBERED.exec(summary.slice(0, 300))?.groups ?? {}
  const fields = parseRoundTexts(
    {
      round,
      name: name === '' ? undefined : name,
      venue: event.location.trim() === '' ? undefined : event.location,
      start: event.start ?? undefined,
      end: event.end ?? undefined,
      timeZone: event.timeZone ?? undefined,
    },
    addFault,
  )
  const place = { sheet: SHEET_OF_EVENTS, row: event.row, name: fields.name }
  const row: RoundRow = { ...fields, place, columnOf: (field) => PROPERTIES[field] }
  if (event.isCancelled) {
    list.notes.push(`“${summary}” is cancelled in the calendar, so it’s left out.`)
    return
  }
  for (const field of event.unreadable) addFault(field, 'This can’t be read as a date such as 20261121.')
  if (event.repeats) addFault('start', 'This event repeats: a round takes place once.')
  list.errors.push(...errorsOf(row, faults))
  if (faults.length === 0) list.rows.push(row)
}

/** Reads the rounds of a calendar, in the order of the file. */
export const readRounds = (content: CalendarContent): RoundList => {
  const list: RoundList = { rows: [], errors: [], notes: [] }
  if ('events' in content) for (const event of content.events) readEvent(event, list)
  else for (const sheet of content.sheets) readSheet(sheet, list)
  return list
}

/** Converts a fault that is found later, such as a round that is listed twice. */
export const errorOf = (row: RoundRow, field: RoundField | null, message: string): RowError => ({
  ...row.place,
  column: field === null ? null : row.columnOf(field),
  message,
})
