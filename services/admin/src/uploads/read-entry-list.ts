import type { Entry } from '@purple-sector/contracts/weekends/entries'
import { MAX_CELL_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import { cellName, type Sheet, type SheetRow } from '@purple-sector/sheets'
import { readCarRow } from './car-row.ts'
import { foldText, headerOf, LABELS, type SheetHeader } from './columns.ts'
import { type Fault, type Field, labelOf } from './row-texts.ts'
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

/** Marks the example rows of the template. */
export const EXAMPLE = 'Example row: is not entered'

const isExample = ({ cells }: SheetRow): boolean => cells.some((cell) => foldText(cell).startsWith('examplerow'))

const filledCells = ({ cells }: SheetRow): string[] => cells.filter((cell) => cell !== '')

/** Returns the text of a cell merged over the whole row, which heads the rows below. */
const headingOf = (row: SheetRow): string | undefined => {
  const [heading, ...otherCells] = filledCells(row)
  return otherCells.length > 0 && otherCells.every((cell) => cell === heading) ? heading : undefined
}

/** Printed lists repeat their header on every page. */
const isHeader = (row: SheetRow, header: SheetRow): boolean => row.cells.join('\t') === header.cells.join('\t')

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
    field in header.columns
      ? labelOf<Field>(header.row, header.columns, field as Field)
      : (LABELS[field as Field] ?? field)

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

/** Cells that a note names; a sheet may have thousands. */
const MAX_LISTED = 5
const namesOf = (cells: readonly string[]): string =>
  cells.length <= MAX_LISTED
    ? cells.join(', ')
    : `${cells.slice(0, MAX_LISTED).join(', ')} and ${cells.length - MAX_LISTED} more`

/** Notes what was skipped in a sheet and loses no row. `readIn` returns the columns that are read of a row. */
const notesOf = ({ name, rows }: Sheet, readIn: (row: SheetRow) => ReadonlySet<number>): string[] => {
  const formulas = rows.flatMap((row) =>
    (row.formulas ?? []).filter((column) => !readIn(row).has(column)).map((column) => cellName(row, column)),
  )
  const cut = rows.flatMap((row) => (row.cut ?? []).map((column) => cellName(row, column)))
  return [
    ...(formulas.length > 0 ? [`“${name}”: formulas beside the list are left out: ${namesOf(formulas)}.`] : []),
    ...(cut.length > 0
      ? [
          `“${name}”: longer than ${MAX_CELL_CHARS.toLocaleString('en')} characters, and read up to there: ${namesOf(cut)}.`,
        ]
      : []),
  ]
}

const NO_COLUMNS: ReadonlySet<number> = new Set()

/** Returns a fault for each formula in a column that is read. */
const formulaFaults = (row: SheetRow, { columns }: NonNullable<SheetHeader>): Fault[] =>
  (row.formulas ?? []).flatMap((column) =>
    (Object.entries(columns) as [Field, readonly number[]][])
      .filter(([, fieldColumns]) => fieldColumns.includes(column))
      .map(([field]) => ({
        field,
        message: `Cell ${cellName(row, column)} is a formula. Put its value there instead: formulas are not computed.`,
      })),
  )

/** Reads the sheets that list cars or sessions, whatever order, case and language their columns have. */
export const readEntryList = (sheets: readonly Sheet[]): EntryList => {
  const names = sheets.map(({ name }) => name)
  const list: EntryList = { entries: [], errors: [], examples: 0, sheets: names, notes: [], unread: [] }
  const sheetsWithHeaders = sheets.map((sheet) => ({ sheet, header: headerOf(sheet) }))
  const orMain = sheetsWithHeaders.filter(({ header }) => header?.kind === 'cars').length === 1
  for (const { sheet, header } of sheetsWithHeaders) {
    if (!header) {
      if (sheet.rows.length > 0) list.unread.push(sheet.name)
      list.notes.push(...notesOf(sheet, () => NO_COLUMNS))
      continue
    }
    const columnOf = labelsOf(header)
    const isOfList = (row: SheetRow): boolean =>
      row.line > header.row.line && !(row.formulas !== undefined && isTotal(row, header))
    const columns = columnsRead(header)
    list.notes.push(...notesOf(sheet, (row) => (isOfList(row) ? columns : NO_COLUMNS)))
    let section = sheet.name
    for (const row of sheet.rows) {
      if (!isOfList(row) || isHeader(row, header.row)) continue
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
      const formulaErrors = formulaFaults(row, header)
      // A formula counts as present, so a missing value is not reported as well.
      const faults = [
        ...formulaErrors,
        ...rowFaults.filter(({ field }) => !formulaErrors.some((fault) => fault.field === field)),
      ]
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
