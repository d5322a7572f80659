import type { SheetRow } from '@purple-sector/sheets'
import { type CarField, type Columns, LABELS, type SessionField } from './columns.ts'

export type Field = CarField | SessionField

/** A fault of a row, by its field. */
export type Fault = { field: Field; message: string }

const MAX_LETTERS = 100

/** Returns the content of a cell; dashes mean empty. */
const contentOf = (cell: string | undefined): string => (cell === undefined || /^[-–—]+$/.test(cell) ? '' : cell)

/** Returns readers of a row's texts by field, and collects their faults. */
export const textsOf = <Name extends Field>(row: SheetRow, columns: Columns<Name>) => {
  const faults: Fault[] = []
  const isFaulty = (field: Field): boolean => faults.some((existing) => existing.field === field)
  /** Reports one fault a field. */
  const addFault = (field: Field, message: string): undefined => {
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

/** Returns a column's name in the sheet's header, or in ours if the sheet has none. */
export const labelOf = <Name extends Field>(header: SheetRow, columns: Columns<Name>, field: Name): string => {
  const [column] = columns[field] ?? []
  return (column === undefined ? undefined : header.cells[column]) ?? LABELS[field]
}
