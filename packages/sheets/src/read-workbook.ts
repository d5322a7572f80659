import { type CellObject, type Range, read, SSF, type WorkBook, type WorkSheet } from 'xlsx'
import { grouped, Refusal } from './refusal.ts'
import type { Sheet, SheetLimits, SheetRow } from './sheet.ts'
import { FORMULA, type RawCell, rawCell, sheetRow } from './sheet-row.ts'

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/**
 * Whether a format shows a day or a year; minutes and seconds alone are a lap time or a time of day, read as displayed.
 */
const showsDay = (format: unknown): boolean =>
  typeof format === 'string' && SSF.is_date(format) && /[dy]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))

const dayOf = (value: number, date1904: boolean): string | undefined => {
  const code = SSF.parse_date_code(value, { date1904 })
  if (!code) return undefined
  const minutes = code.H * 60 + code.M + (code.S >= 30 ? 1 : 0)
  const time = `${twoDigits(Math.min(Math.floor(minutes / 60), 23))}:${twoDigits(minutes % 60)}`
  return `${String(code.y).padStart(4, '0')}-${twoDigits(code.m)}-${twoDigits(code.d)}T${time}`
}

const cellOf = (cell: CellObject, date1904: boolean): RawCell => {
  if (cell.f !== undefined || cell.F !== undefined) return FORMULA
  const day = cell.t === 'n' && typeof cell.v === 'number' && showsDay(cell.z) ? dayOf(cell.v, date1904) : undefined
  return rawCell(day ?? cell.w ?? (cell.v === undefined ? '' : String(cell.v)))
}

const isHidden = ({ Workbook }: WorkBook, index: number): boolean => (Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0

/** Non-empty cells by row and column, both from 0. */
type Grid = Map<number, Map<number, RawCell>>

const gridOf = (name: string, sheet: WorkSheet, date1904: boolean, { maxColumns }: SheetLimits): Grid => {
  const grid: Grid = new Map()
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? []
  rows.forEach((cells, row) => {
    cells?.forEach((written, column) => {
      if (!written) return
      const cell = cellOf(written, date1904)
      if (cell.text === '' && !cell.isFormula) return
      if (column >= maxColumns) throw new Refusal(`“${name}” has more than ${grouped(maxColumns)} columns.`)
      const known = grid.get(row) ?? new Map<number, RawCell>()
      grid.set(row, known.set(column, cell))
    })
  })
  return grid
}

/** Copies the text of a merged range's first cell to its other cells, in rows with content of their own. */
const fillMergedCells = (grid: Grid, merges: readonly Range[], { maxColumns }: SheetLimits): void => {
  for (const { s, e } of merges) {
    const first = grid.get(s.r)?.get(s.c)
    if (first === undefined) continue
    for (const [row, cells] of grid) {
      if (row < s.r || row > e.r) continue
      for (let column = s.c; column <= Math.min(e.c, maxColumns - 1); column++)
        if (!cells.has(column)) cells.set(column, first)
    }
  }
}

const rowsOf = (grid: Grid): SheetRow[] =>
  [...grid]
    .sort(([one], [other]) => one - other)
    .map(([row, cells]) =>
      sheetRow(
        row + 1,
        Array.from({ length: Math.max(...cells.keys()) + 1 }, (_, column) => cells.get(column)),
      ),
    )

const parsed = (bytes: Uint8Array): WorkBook => {
  try {
    return read(bytes, { type: 'array', dense: true, cellNF: true, cellHTML: false, cellStyles: false })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    throw new Refusal(
      /password|encrypt/i.test(message)
        ? 'The workbook is protected by a password.'
        : 'The file is damaged: it cannot be read.',
    )
  }
}

/** Reads the visible sheets of a workbook that passed the checks. */
export const readWorkbook = (bytes: Uint8Array, limits: SheetLimits): Sheet[] => {
  const workbook = parsed(bytes)
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true
  if (workbook.SheetNames.length > limits.maxSheets)
    throw new Refusal(`The workbook has more than ${grouped(limits.maxSheets)} sheets.`)
  return workbook.SheetNames.flatMap((name, index) => {
    const sheet = workbook.Sheets[name]
    if (!sheet || isHidden(workbook, index)) return []
    const grid = gridOf(name, sheet, date1904, limits)
    fillMergedCells(grid, sheet['!merges'] ?? [], limits)
    return [{ name, rows: rowsOf(grid) }]
  })
}
