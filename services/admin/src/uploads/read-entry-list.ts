import type { Entry } from '@purple-sector/contracts/weekends/entries'
import type { Sheet, SheetRow } from '@purple-sector/sheets'
import { readCarRow } from './car-row.ts'
import { folded, headerOf, LABELS, type SheetHeader } from './columns.ts'
import { type Fault, type Field, labelOf } from './row-texts.ts'
import { readSessionRow } from './session-row.ts'

/** Where a row stands, and who or what it names. */
export type Place = { sheet: string; row: number; driver: string | null }
export type RowError = Place & { column: string | null; message: string }

/** What a workbook says: rows to enter, each with its place and the words of its header, and rows that say nothing. */
export type EntryList = {
  entries: { entry: Entry; place: Place; columnOf(field: string): string }[]
  errors: RowError[]
  examples: number
  /** The sheets as they follow each other. */
  sheets: string[]
  /** Sheets with content in which neither cars nor sessions are listed. */
  unread: string[]
}

/** How the template marks the rows that only show how to fill it in. */
export const EXAMPLE = 'Example row: is not entered'

const isExample = ({ cells }: SheetRow): boolean => cells.some((cell) => folded(cell).startsWith('examplerow'))

const filled = ({ cells }: SheetRow): string[] => cells.filter((cell) => cell !== '')

/** A cell merged over the whole row: what it says is the heading of the rows below. */
const headingOf = (row: SheetRow): string | undefined => {
  const [heading, ...others] = filled(row)
  return others.length > 0 && others.every((cell) => cell === heading) ? heading : undefined
}

/** Lists that were printed repeat their header on every page. */
const isHeader = (row: SheetRow, header: SheetRow): boolean => row.cells.join('\t') === header.cells.join('\t')

type Read = { texts: DistributiveOmit<Entry, 'row' | 'orMain'>; faults: Fault[]; driver: string }
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

const readRow = (row: SheetRow, header: NonNullable<SheetHeader>, section: string): Read => {
  if (header.kind === 'cars') {
    const { car, faults } = readCarRow(row, header.columns, section)
    return { texts: car, faults, driver: car.driver }
  }
  const { session, faults } = readSessionRow(row, header.columns)
  return { texts: session, faults, driver: session.name }
}

const labelsOf =
  (header: NonNullable<SheetHeader>) =>
  (field: string): string =>
    field in header.columns
      ? labelOf<Field>(header.row, header.columns, field as Field)
      : (LABELS[field as Field] ?? field)

/** Reads the sheets in which cars or sessions are listed, whatever order, case and language their columns have. */
export const readEntryList = (sheets: readonly Sheet[]): EntryList => {
  const names = sheets.map(({ name }) => name)
  const list: EntryList = { entries: [], errors: [], examples: 0, sheets: names, unread: [] }
  const listed = sheets.map((sheet) => ({ sheet, header: headerOf(sheet) }))
  const orMain = listed.filter(({ header }) => header?.kind === 'cars').length === 1
  for (const { sheet, header } of listed) {
    if (!header) {
      if (sheet.rows.length > 0) list.unread.push(sheet.name)
      continue
    }
    const columnOf = labelsOf(header)
    let section = sheet.name
    for (const row of sheet.rows) {
      if (row.line <= header.row.line || isHeader(row, header.row)) continue
      if (isExample(row)) {
        list.examples += 1
        continue
      }
      const heading = headingOf(row)
      if (heading !== undefined) {
        section = heading
        continue
      }
      const { texts, faults, driver } = readRow(row, header, section)
      const place = { sheet: sheet.name, row: row.line, driver: driver || null }
      list.errors.push(...faults.map(({ field, message }) => ({ ...place, column: columnOf(field), message })))
      if (faults.length > 0) continue
      const entry: Entry =
        texts.kind === 'car' ? { ...texts, row: list.entries.length, orMain } : { ...texts, row: list.entries.length }
      list.entries.push({ entry, place, columnOf })
    }
  }
  return list
}
