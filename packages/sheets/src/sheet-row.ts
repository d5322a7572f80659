import { MAX_CELL_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import type { SheetRow } from './sheet.ts'

/** A cell of a file: its text, or only the fact that it is a formula. */
export type RawCell = { text: string; isFormula: boolean; isCut: boolean }

/** Normalizes a cell's text to one line, truncated before any pattern is applied to it. */
export const rawCell = (text: string): RawCell => ({
  text: text
    .slice(0, MAX_CELL_CHARS)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim(),
  isFormula: false,
  isCut: text.length > MAX_CELL_CHARS,
})

export const FORMULA: RawCell = { text: '', isFormula: true, isCut: false }

const columnsWhere = (cells: readonly (RawCell | undefined)[], is: (cell: RawCell) => boolean): number[] =>
  [...cells.entries()].flatMap(([column, cell]) => (cell && is(cell) ? [column] : []))

export const sheetRow = (line: number, raw: readonly (RawCell | undefined)[]): SheetRow => {
  const formulas = columnsWhere(raw, ({ isFormula }) => isFormula)
  const cut = columnsWhere(raw, ({ isCut }) => isCut)
  return {
    line,
    cells: Array.from(raw, (cell) => cell?.text ?? ''),
    ...(formulas.length > 0 && { formulas }),
    ...(cut.length > 0 && { cut }),
  }
}
