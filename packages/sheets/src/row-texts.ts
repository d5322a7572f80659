import type { Columns } from './columns.ts'
import { cellName, type SheetRow } from './sheet.ts'

/** A fault of a row, by its field. */
export type RowFault<Field extends string> = { field: Field; message: string }

const MAX_LETTERS = 100

/** Returns the content of a cell; dashes mean empty. */
const contentOf = (cell: string | undefined): string => (cell === undefined || /^[-–—]+$/.test(cell) ? '' : cell)

/** Returns readers of a row's texts by field, and collects their faults. */
export const textsOf = <Name extends string>(row: SheetRow, columns: Columns<Name>) => {
  const faults: RowFault<Name>[] = []
  const isFaulty = (field: Name): boolean => faults.some((existing) => existing.field === field)
  /** Reports one fault a field. */
  const addFault = (field: Name, message: string): undefined => {
    if (!isFaulty(field)) faults.push({ field, message })
  }
  /** Returns the first of its cells that has content; undefined if all are empty. */
  const text = (field: Name): string | undefined => {
    const content = (columns[field] ?? []).map((column) => contentOf(row.cells[column])).find((cell) => cell !== '')
    return content !== undefined && content.length > MAX_LETTERS
      ? addFault(field, `Is longer than ${MAX_LETTERS} characters.`)
      : content
  }
  const requiredText = (field: Name): string => {
    const content = text(field)
    if (content === undefined) addFault(field, 'Missing.')
    return content ?? ''
  }
  return { faults, addFault, text, requiredText }
}

/** Returns a fault for each formula in a column that is read. */
export const formulaFaults = <Field extends string>(row: SheetRow, columns: Columns<Field>): RowFault<Field>[] =>
  (row.formulas ?? []).flatMap((column) =>
    (Object.entries(columns) as [Field, readonly number[]][])
      .filter(([, fieldColumns]) => fieldColumns.includes(column))
      .map(([field]) => ({
        field,
        message: `Cell ${cellName(row, column)} is a formula. Put its value there instead: formulas are not computed.`,
      })),
  )

/** Adds the faults of formulas: a formula counts as present, so a missing value is not reported as well. */
export const withFormulaFaults = <Field extends string>(
  rowFaults: readonly RowFault<Field>[],
  formulas: readonly RowFault<Field>[],
): RowFault<Field>[] => [
  ...formulas,
  ...rowFaults.filter(({ field }) => !formulas.some((fault) => fault.field === field)),
]
