import type { SheetRow } from '@purple-sector/sheets'
import { type CarField, type Columns, LABELS, type SessionField } from './columns.ts'

export type Field = CarField | SessionField

/** What is wrong with a row, by the field that is. */
export type Fault = { field: Field; message: string }

const MAX_LETTERS = 100

/** Dashes stand for nothing. */
const contentOf = (cell: string | undefined): string => (cell === undefined || /^[-–—]+$/.test(cell) ? '' : cell)

/** The texts of a row by field, and the faults found while they are read. */
export const textsOf = <Name extends Field>(row: SheetRow, columns: Columns<Name>) => {
  const faults: Fault[] = []
  const isFaulty = (field: Field): boolean => faults.some((found) => found.field === field)
  /** One of a field is enough. */
  const fault = (field: Field, message: string): undefined => {
    if (!isFaulty(field)) faults.push({ field, message })
  }
  /** The first of its cells that has content; undefined without any. */
  const text = (field: Name): string | undefined => {
    const content = (columns[field] ?? []).map((column) => contentOf(row.cells[column])).find((cell) => cell !== '')
    return content !== undefined && content.length > MAX_LETTERS
      ? fault(field, `Is longer than ${MAX_LETTERS} characters.`)
      : content
  }
  const needed = (field: Name): string => {
    const content = text(field)
    if (content === undefined) fault(field, 'Missing.')
    return content ?? ''
  }
  return { faults, fault, text, needed }
}

/** A column by the words of its sheet's header, or by ours where the sheet has none. */
export const labelOf = <Name extends Field>(header: SheetRow, columns: Columns<Name>, field: Name): string => {
  const [column] = columns[field] ?? []
  return (column === undefined ? undefined : header.cells[column]) ?? LABELS[field]
}
