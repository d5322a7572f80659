import type { Sheet, SheetRow } from '@purple-sector/sheets'
import { readHeading } from './page-heading.ts'
import {
  isNumber,
  type PageRow,
  placeOf,
  plainNumber,
  type ReadPage,
  statusOfWord,
  withoutNationality,
} from './reading-page.ts'
import { parseGap, parseLaps, parseTime } from './times.ts'

/* A classification in a sheet, or in cells that were copied from one (docs/timing-formats.md, Sheets). */

const COLUMNS = {
  position: ['pos', 'position', 'p', 'place', 'rank'],
  number: ['no', 'number', 'car', '#', 'car no', 'car number'],
  driver: ['driver', 'name', 'drivers', 'driver name', 'driver(s)'],
  laps: ['laps'],
  time: ['time', 'race time', 'total time'],
  gap: ['gap', 'behind', 'diff'],
  best: ['best', 'fastest lap', 'best lap', 'best time', 'fastest', 'fastest...lap'],
  status: ['status'],
} as const

type Column = keyof typeof COLUMNS
type Columns = Partial<Record<Column, number>>

const plain = (cell: string): string =>
  cell
    .slice(0, 40)
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<=[a-z])[.:]$/, '')

const BY_NAME = new Map<string, Column>(
  (Object.keys(COLUMNS) as Column[]).flatMap((column) =>
    COLUMNS[column].map((name): [string, Column] => [name, column]),
  ),
)

/** The columns that a row names, the first of a name; undefined where it is no header. */
const headerOf = ({ cells }: SheetRow): Columns | undefined => {
  const columns: Columns = {}
  for (const [index, cell] of cells.entries()) {
    const column = BY_NAME.get(plain(cell))
    if (column) columns[column] ??= index
  }
  const count = Object.keys(columns).length
  return columns.number !== undefined && count >= (cells.filter((cell) => cell !== '').length > 1 ? 2 : 1)
    ? columns
    : undefined
}

/** Titles may stand above a header. */
const HEADER_WITHIN = 30

/** Whether a line of a text names the columns of a sheet, as it was copied or exported. */
export const isSheetHeader = (text: string): boolean =>
  ['\t', ';', ','].some((separator) => text.includes(separator) && headerOf({ line: 1, cells: text.split(separator) }))

/** Position and number, and what may follow them where nobody named columns; the third cell may be a driver. */
const WITHOUT_HEADER: Columns = { position: 0, number: 1, status: 2, laps: 3, best: 4, gap: 5 }
const WITH_DRIVERS: Columns = { position: 0, number: 1, driver: 2, laps: 3, best: 4, gap: 5 }

/** Two words, or a long one, and no status. */
const looksLikeName = (cell: string): boolean =>
  /\p{L}\S*\s+\S*\p{L}|\p{L}{4,}/u.test(cell.slice(0, 60)) && statusOfWord(cell) === undefined

/** A single column holds the numbers of cars in their order; with a space between, position and number. */
const withoutHeader = (rows: readonly SheetRow[]): { columns: Columns; rows: SheetRow[] } => {
  const split = rows.map(({ line, cells }): SheetRow => {
    const [only = '', ...others] = cells
    const pair = others.every((cell) => cell === '') ? /^(\d{1,3})\s+(\d{1,3})$/.exec(only) : null
    return pair ? { line, cells: pair.slice(1) } : { line, cells }
  })
  if (split.every(({ cells }) => cells.slice(1).every((cell) => cell === '')))
    return { columns: { number: 0 }, rows: split }
  const names = split.filter(({ cells }) => looksLikeName(cells[2] ?? '')).length
  return { columns: names > 0 && names * 2 >= split.length ? WITH_DRIVERS : WITHOUT_HEADER, rows: split }
}

const LABELS = { laps: 'number of laps', best: 'lap time', time: 'time', gap: 'gap' }

const isNothing = (cell: string): boolean => /^[-–—]?$/.test(cell)

/** The row of a car, and what is wrong with its line; where a sheet has no positions its order counts, from `next`. */
const rowOf = ({ line, cells }: SheetRow, columns: Columns, next: number, page: ReadPage): PageRow | undefined => {
  const cellOf = (column: Column): string => {
    const index = columns[column]
    return index === undefined ? '' : (cells[index] ?? '').trim()
  }
  const fail = (message: string): undefined => void page.errors.push({ line, message })
  const written = cellOf('number')
  if (written === '') return fail('There is no number.')
  if (!isNumber(written)) return fail(`“${written.slice(0, 40)}” is no number of a car.`)
  const number = plainNumber(written)
  const word = cellOf('status')
  const said = isNothing(word) ? undefined : statusOfWord(word)
  if (!isNothing(word) && !said)
    return fail(`Car ${number}: “${word.slice(0, 40)}” is no status. Use classified, NC, DNF, DNS or DSQ.`)
  const position = cellOf('position').replace(/\.0*$/, '')
  const place = placeOf(position)
  if (!place) return fail(`Car ${number}: “${position.slice(0, 40)}” is no position.`)
  const hasPositions = columns.position !== undefined
  const status = said ?? (hasPositions ? place.status : 'classified')
  if (hasPositions && said === 'classified' && place.position === null)
    return fail(`Car ${number} is classified and has no position.`)
  const row: PageRow = {
    line,
    number,
    driver: withoutNationality(cellOf('driver').slice(0, 200)),
    position: hasPositions ? place.position : status === 'classified' ? next : null,
    status,
  }
  const take = <Value>(column: keyof typeof LABELS, parse: (text: string) => Value | undefined): Value | undefined => {
    const cell = cellOf(column)
    if (isNothing(cell)) return undefined
    const value = parse(cell)
    if (value === undefined)
      page.notes.push(`Line ${line}, car ${number}: “${cell.slice(0, 40)}” is no ${LABELS[column]} and is left out.`)
    return value
  }
  const laps = take('laps', (text) => parseLaps(text.replace(/\.0*$/, '')))
  const best = take('best', parseTime)
  const time = take('time', (text) => parseTime(text) ?? parseGap(text))
  if (laps !== undefined) row.laps = laps
  if (best !== undefined && best >= 1) row.bestLapMs = best
  if (typeof time === 'number') row.timeMs = time
  return Object.assign(row, typeof time === 'object' ? time : {}, take('gap', parseGap))
}

const namesCar = ({ cells }: SheetRow, { number }: Columns): boolean =>
  number !== undefined && isNumber((cells[number] ?? '').trim())

/** Reads a sheet's grid; undefined where no row of it names a car. Lines are those of the sheet. */
export const readSheet = ({ rows }: Pick<Sheet, 'rows'>): ReadPage | undefined => {
  const at = rows.slice(0, HEADER_WITHIN).findIndex((row) => headerOf(row) !== undefined)
  const header = at === -1 ? undefined : rows[at]
  const named = header && headerOf(header)
  const table = named ? { columns: named, rows: rows.slice(at + 1) } : withoutHeader(rows)
  const heading = readHeading(rows.slice(0, Math.max(at, 0)).map(({ cells }) => cells.filter(Boolean).join('  ')))
  const page: ReadPage = { ...heading, rows: [], errors: [], notes: [] }
  let next = 1
  for (const row of table.rows) {
    if (headerOf(row)) continue
    const read = rowOf(row, table.columns, next, page)
    if (!read) continue
    page.rows.push(read)
    if (read.status === 'classified') next += 1
  }
  return table.rows.some((row) => namesCar(row, table.columns)) ? page : undefined
}
