import type { SheetRow } from './sheet.ts'

/** Header names of each column, folded: without case, blanks, marks and accents. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** The columns of a field, from 0, in order: a header merged over several cells means each of them. */
export type Columns<Field extends string> = Readonly<Partial<Record<Field, readonly number[]>>>

export type Header<Field extends string> = { row: SheetRow; columns: Columns<Field> }

/** Characters of a text that are compared: a header, a kind of session, the mark of an example. */
const FOLDED_CHARS = 100

/** Folds a text for comparison: lower case, without blanks, marks and accents. */
export const foldText = (text: string): string =>
  text
    .slice(0, FOLDED_CHARS)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9#]/g, '')

const columnsIn = <Field extends string>(names: ColumnNames<Field>, { cells }: SheetRow): Columns<Field> => {
  const columns: Partial<Record<Field, number[]>> = {}
  const fields = Object.entries<readonly string[]>(names) as [Field, readonly string[]][]
  cells.forEach((cell, column) => {
    const name = foldText(cell)
    const field = fields.find(([, headerNames]) => headerNames.includes(name))?.[0]
    if (field) columns[field] = [...(columns[field] ?? []), column]
  })
  return columns
}

const countOf = (columns: Columns<string>): number => Object.keys(columns).length

/** Rows above a header: a title, a date, a sponsor. */
const MAX_ROWS_ABOVE = 20

/**
 * Finds the row that names most columns, at least two, in any order and case: a title above it, or a header over groups
 * of columns, names fewer. Undefined without one.
 */
export const headerIn = <Field extends string>(
  names: ColumnNames<Field>,
  rows: readonly SheetRow[],
): Header<Field> | undefined => {
  const candidates = rows.slice(0, MAX_ROWS_ABOVE).map((row) => ({ row, columns: columnsIn(names, row) }))
  const maxCount = Math.max(0, ...candidates.map(({ columns }) => countOf(columns)))
  return candidates.find(({ columns }) => maxCount >= 2 && countOf(columns) === maxCount)
}

/** Printed lists repeat their header on every page. */
export const isSameHeader = (row: SheetRow, header: SheetRow): boolean =>
  row.cells.join('\t') === header.cells.join('\t')

/** Returns a column's name in the sheet's header; undefined if the sheet has none for the field. */
export const columnName = <Field extends string>({ row, columns }: Header<Field>, field: Field): string | undefined => {
  const [column] = columns[field] ?? []
  return column === undefined ? undefined : row.cells[column]
}
