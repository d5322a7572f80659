import type { Entry } from '@purple-sector/contracts/weekends/entries'
import {
  columnName,
  formulaFaults,
  isExample,
  isSameHeader,
  type Sheet,
  type SheetRow,
  skippedCellNotes,
  withFormulaFaults,
} from '@purple-sector/sheets'
import { readCarRow } from './car-row.ts'
import { headerOf, LABELS, type SheetHeader } from './columns.ts'
import type { Fault, Field } from './row-texts.ts'
import { readSessionRow } from './session-row.ts'

/** The position of a row, and the driver or session it names. */
export type RowPlace = { sheet: string; row: number; driver: string | null }
export type RowError = RowPlace & { column: string | null; message: string }

/** A parsed workbook: rows to enter with position and header names, errors, and skipped rows. */
export type EntryList = {
  entries: { entry: Entry; place: RowPlace; columnOf(field: string): string }[]
  errors: RowError[]
  examples: number
  /** The sheets in order. */
  sheets: string[]
  /** Notes of skipped content that loses no row: a formula beside the data, the end of a long cell. */
  notes: string[]
  /** Sheets with content that list neither cars nor sessions. */
  unread: string[]
}

const filledCells = ({ cells }: SheetRow): string[] => cells.filter((cell) => cell !== '')

/** Returns the text of a cell merged over the whole row, which heads the rows below. */
const headingOf = (row: SheetRow): string | undefined => {
  const [heading, ...otherCells] = filledCells(row)
  return otherCells.length > 0 && otherCells.every((cell) => cell === heading) ? heading : undefined
}

type ParsedRow = { texts: DistributiveOmit<Entry, 'row' | 'orMain'>; faults: Fault[]; driver: string }
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

const readRow = (row: SheetRow, header: NonNullable<SheetHeader>, section: string): ParsedRow => {
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
    columnName<Field>(header, field as Field) ?? LABELS[field as Field] ?? field

const columnsRead = ({ columns }: NonNullable<SheetHeader>): ReadonlySet<number> =>
  new Set(Object.values(columns).flat())

/** Whether a row with formulas names no car and no session: a total below the list. */
const isTotal = (row: SheetRow, { kind, columns }: NonNullable<SheetHeader>): boolean => {
  const has = (...fields: readonly (readonly number[] | undefined)[]): boolean =>
    fields.some((field) => field?.some((column) => (row.cells[column] ?? '') !== ''))
  if (kind === 'sessions') return !has(columns.category) || !has(columns.name)
  const isPlate = columns.plate?.some((column) => /^#?\s*\d{1,3}(?:[.,]0+)?$/.test(row.cells[column] ?? ''))
  return !isPlate && !has(columns.driver, columns.name)
}

const NO_COLUMNS: ReadonlySet<number> = new Set()

/** Reads the sheets that list cars or sessions, whatever order, case and language their columns have. */
export const readEntryList = (sheets: readonly Sheet[]): EntryList => {
  const names = sheets.map(({ name }) => name)
  const list: EntryList = { entries: [], errors: [], examples: 0, sheets: names, notes: [], unread: [] }
  const sheetsWithHeaders = sheets.map((sheet) => ({ sheet, header: headerOf(sheet) }))
  const orMain = sheetsWithHeaders.filter(({ header }) => header?.kind === 'cars').length === 1
  for (const { sheet, header } of sheetsWithHeaders) {
    if (!header) {
      if (sheet.rows.length > 0) list.unread.push(sheet.name)
      list.notes.push(...skippedCellNotes(sheet, () => NO_COLUMNS))
      continue
    }
    const columnOf = labelsOf(header)
    const isOfList = (row: SheetRow): boolean =>
      row.line > header.row.line && !(row.formulas !== undefined && isTotal(row, header))
    const columns = columnsRead(header)
    list.notes.push(...skippedCellNotes(sheet, (row) => (isOfList(row) ? columns : NO_COLUMNS)))
    let section = sheet.name
    for (const row of sheet.rows) {
      if (!isOfList(row) || isSameHeader(row, header.row)) continue
      if (isExample(row)) {
        list.examples += 1
        continue
      }
      const heading = headingOf(row)
      if (heading !== undefined) {
        section = heading
        continue
      }
      const { texts, faults: rowFaults, driver } = readRow(row, header, section)
      const faults: Fault[] = withFormulaFaults<Field>(rowFaults, formulaFaults<Field>(row, header.columns))
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
