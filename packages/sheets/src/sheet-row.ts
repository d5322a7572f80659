import { MAX_CELL_CHARS } from '@purple-sector/service-kit/data/reading-limits'
import type { SheetRow } from './sheet.ts'

/** A cell as a file has it: its text, or nothing but the fact that it is computed. */
export type RawCell = { text: string; isFormula: boolean; isCut: boolean }

/** A cell's text on one line, cut before any pattern is applied to it. */
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
