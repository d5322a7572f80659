import { MAX_CELL_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import { cellName, type Sheet, type SheetRow } from '@purple-sector/sheets'
import { grouped } from '@purple-sector/sheets/in-worker'
import { otherPageRefused } from './other-pages.ts'
import { readHeading } from './page-heading.ts'
import {
  isNumber,
  type PageRow,
  type ParsedPage,
  plainNumber,
  positionCell,
  statusOfWord,
  withoutNationality,
} from './parsed-page.ts'
import { parseGap, parseLaps, parseTime } from './times.ts'

/* A classification in a sheet, or in cells that were copied from one (docs/timing-formats.md, Sheets). */

const COLUMNS = {
  position: ['pos', 'position', 'p', 'place', 'rank'],
  number: ['no', 'number', 'car', '#', 'car no', 'car number', 'car #'],
  driver: ['driver', 'name', 'drivers', 'driver name', 'driver(s)'],
  laps: ['laps'],
  time: ['time', 'race time', 'total time', 'elapsed time', 'elapsed'],
  gap: ['gap', 'behind', 'diff'],
  best: ['best', 'fastest lap', 'best lap', 'best time', 'fastest', 'lap time'],
  status: ['status'],
} as const

type Column = keyof typeof COLUMNS
type Columns = Partial<Record<Column, number>>

const foldCell = (cell: string): string =>
  cell
    .slice(0, 40)
    .trim()
    .toLowerCase()
    .replace(/(?<=[a-z])[.:]$/, '')
    .replaceAll(/[\s._-]+/g, ' ')

const BY_NAME = new Map<string, Column>(
  (Object.keys(COLUMNS) as Column[]).flatMap((column) =>
    COLUMNS[column].map((name): [string, Column] => [name, column]),
  ),
)

/** Returns the columns that a row names, the first of each name; undefined if it is no header. */
const headerOf = ({ cells }: SheetRow): Columns | undefined => {
  const columns: Columns = {}
  for (const [index, cell] of cells.entries()) {
    const column = BY_NAME.get(foldCell(cell))
    if (column) columns[column] ??= index
  }
  const count = Object.keys(columns).length
  return columns.number !== undefined && count >= (cells.filter((cell) => cell !== '').length > 1 ? 2 : 1)
    ? columns
    : undefined
}

/** Titles may come before a header, within these rows. */
const HEADER_WITHIN = 30

/** Whether a line of text is the header of a sheet, as it was copied or exported. */
export const isSheetHeader = (text: string): boolean =>
  ['\t', ';', ','].some((separator) => text.includes(separator) && headerOf({ line: 1, cells: text.split(separator) }))

/** Columns of a sheet without a header; the third cell may be a driver. */
const WITHOUT_HEADER: Columns = { position: 0, number: 1, status: 2, laps: 3, best: 4, gap: 5 }
const WITH_DRIVERS: Columns = { position: 0, number: 1, driver: 2, laps: 3, best: 4, gap: 5 }

/** Whether a cell looks like a name: two words, or a long one, and no status. */
const looksLikeName = (cell: string): boolean =>
  /\p{L}\S*\s+\S*\p{L}|\p{L}{4,}/u.test(cell.slice(0, 60)) && statusOfWord(cell) === undefined

/** Assigns columns without a header: a single column has numbers in finishing order, or position and number. */
const withoutHeader = (rows: readonly SheetRow[]): { columns: Columns; rows: SheetRow[] } => {
  const splitRows = rows.map((row): SheetRow => {
    const [firstCell = '', ...otherCells] = row.cells
    const pair = otherCells.every((cell) => cell === '') ? /^(\d{1,3})\s+(\d{1,3})$/.exec(firstCell) : null
    return pair ? { ...row, cells: pair.slice(1) } : row
  })
  if (splitRows.every(({ cells }) => cells.slice(1).every((cell) => cell === '')))
    return { columns: { number: 0 }, rows: splitRows }
  const names = splitRows.filter(({ cells }) => looksLikeName(cells[2] ?? '')).length
  return { columns: names > 0 && names * 2 >= splitRows.length ? WITH_DRIVERS : WITHOUT_HEADER, rows: splitRows }
}

const LABELS = { laps: 'number of laps', best: 'lap time', time: 'time', gap: 'gap' }

/** Header names of the column of laps, in a list with a line for each lap. */
const LAP_COLUMNS = ['lap', 'lap no', 'lap number']

/** Whether a header is of lap times: it names cars, but is not a classification. */
const isOfLaps = ({ cells }: SheetRow, { position }: Columns): boolean =>
  position === undefined && cells.some((cell) => LAP_COLUMNS.includes(foldCell(cell)))

/** Columns of an entry list beside numbers and names. */
const ENTRY_COLUMNS = [
  'team',
  'entrant',
  'class',
  'vehicle',
  'make',
  'model',
  'manufacturer',
  'sponsor',
  'category',
  'cap',
]

/** Whether a header is of an entry list: teams and vehicles, but no results. */
const isEntryList = ({ cells }: SheetRow, { number: _number, driver: _driver, ...results }: Columns): boolean =>
  Object.keys(results).length === 0 && cells.some((cell) => ENTRY_COLUMNS.includes(foldCell(cell)))

/** Whether a row with a formula names no car: a total below the list. */
const isTotal = (row: SheetRow, { number, driver, position }: Columns): boolean => {
  const textOf = (column: number | undefined): string => (column === undefined ? '' : (row.cells[column] ?? ''))
  if (isNumber(textOf(number))) return false
  const place = positionCell(textOf(position))
  const isComputedCar = number !== undefined && row.formulas?.includes(number)
  return !isComputedCar || (textOf(driver) === '' && !place?.position && !place?.status)
}

/** Cells that a note names; a sheet may have thousands. */
const MAX_LISTED = 5
const namesOf = (cells: readonly string[]): string =>
  cells.length <= MAX_LISTED
    ? cells.join(', ')
    : `${cells.slice(0, MAX_LISTED).join(', ')} and ${cells.length - MAX_LISTED} more`

/** Notes what was skipped and decides no places: formulas beside the data, and the ends of long cells. */
const noteSkippedCells = (
  rows: readonly SheetRow[],
  isRead: (row: SheetRow, column: number) => boolean,
  page: ParsedPage,
) => {
  const cellsOf = (cellKind: 'formulas' | 'cut'): string[] =>
    rows.flatMap((row) =>
      (row[cellKind] ?? [])
        .filter((column) => cellKind === 'cut' || !isRead(row, column))
        .map((column) => cellName(row, column)),
    )
  const [formulas, cut] = [cellsOf('formulas'), cellsOf('cut')]
  if (formulas.length > 0) page.notes.push(`Formulas are left out, beside what was read: ${namesOf(formulas)}.`)
  if (cut.length > 0)
    page.notes.push(`Longer than ${grouped(MAX_CELL_CHARS)} characters, and read up to there: ${namesOf(cut)}.`)
}

const isNothing = (cell: string): boolean => /^[-–—]?$/.test(cell)

/** Reads the row of a car and reports its errors. Without a column of positions the order counts, from `next`. */
const rowOf = ({ line, cells }: SheetRow, columns: Columns, next: number, page: ParsedPage): PageRow | undefined => {
  const cellOf = (column: Column): string => {
    const index = columns[column]
    return index === undefined ? '' : (cells[index] ?? '').trim()
  }
  const reject = (message: string): undefined => void page.errors.push({ line, message })
  const numberText = cellOf('number')
  if (numberText === '') return reject('This row has no car number.')
  if (!isNumber(numberText)) return reject(`“${numberText.slice(0, 40)}” isn’t a car number.`)
  const number = plainNumber(numberText)
  const statusText = cellOf('status')
  const statusFromWord = isNothing(statusText) ? undefined : statusOfWord(statusText)
  if (!isNothing(statusText) && !statusFromWord)
    return reject(`Car ${number}: “${statusText.slice(0, 40)}” isn’t a status. Use classified, NC, DNF, DNS or DSQ.`)
  const position = cellOf('position').replace(/\.0*$/, '')
  const place = positionCell(position)
  if (!place) return reject(`Car ${number}: “${position.slice(0, 40)}” isn’t a position.`)
  const hasPositions = columns.position !== undefined
  const status = statusFromWord ?? (hasPositions ? place.status : 'classified')
  if (hasPositions && statusFromWord === 'classified' && place.position === null)
    return reject(`Car ${number} is classified and has no position.`)
  const row: PageRow = {
    line,
    number,
    driver: withoutNationality(cellOf('driver').slice(0, 200)),
    position: hasPositions ? place.position : status === 'classified' ? next : null,
    status,
  }
  const cellValue = <Value>(
    column: keyof typeof LABELS,
    parse: (text: string) => Value | undefined,
  ): Value | undefined => {
    const cell = cellOf(column)
    if (isNothing(cell)) return undefined
    const value = parse(cell)
    if (value === undefined)
      page.notes.push(
        `Line ${line}, car ${number}: “${cell.slice(0, 40)}” isn’t a ${LABELS[column]}, so it’s left out.`,
      )
    return value
  }
  const laps = cellValue('laps', (text) => parseLaps(text.replace(/\.0*$/, '')))
  // The number of the fastest lap may precede its time.
  const best = cellValue('best', (text) => parseTime(text) ?? parseTime(text.replace(/^\d{1,3}\s+/, '')))
  const time = cellValue('time', (text) => parseTime(text) ?? parseGap(text))
  if (laps !== undefined) row.laps = laps
  if (best !== undefined && best >= 1) row.bestLapMs = best
  if (typeof time === 'number') row.timeMs = time
  return Object.assign(row, typeof time === 'object' ? time : {}, cellValue('gap', parseGap))
}

const namesCar = ({ cells }: SheetRow, { number }: Columns): boolean =>
  number !== undefined && isNumber((cells[number] ?? '').trim())

/** Parses a sheet; undefined if no row of it names a car. Lines are those of the sheet. */
export const readSheet = ({ rows }: Pick<Sheet, 'rows'>): ParsedPage | undefined => {
  const headerIndex = rows.slice(0, HEADER_WITHIN).findIndex((row) => headerOf(row) !== undefined)
  const header = headerIndex === -1 ? undefined : rows[headerIndex]
  const headerColumns = header && headerOf(header)
  if (header && headerColumns && isOfLaps(header, headerColumns)) throw otherPageRefused('lists lap times')
  if (header && headerColumns && isEntryList(header, headerColumns)) throw otherPageRefused('is an entry list')
  const { columns, rows: table } = headerColumns
    ? { columns: headerColumns, rows: rows.slice(headerIndex + 1) }
    : withoutHeader(rows)
  const heading = readHeading(
    rows.slice(0, Math.max(headerIndex, 0)).map(({ cells }) => cells.filter(Boolean).join('  ')),
  )
  const page: ParsedPage = { ...heading, rows: [], errors: [], notes: [] }
  const isRead = (row: SheetRow, column: number): boolean =>
    table.includes(row) && Object.values(columns).includes(column) && !isTotal(row, columns)
  let next = 1
  for (const row of table) {
    if (headerOf(row)) continue
    const formulas = (row.formulas ?? []).filter((column) => isRead(row, column))
    for (const column of formulas)
      page.errors.push({
        line: row.line,
        message: `Cell ${cellName(row, column)} is a formula. Put its value there instead: formulas are not computed.`,
      })
    if (formulas.length > 0 || (row.formulas && isTotal(row, columns))) continue
    const parsedRow = rowOf(row, columns, next, page)
    if (!parsedRow) continue
    page.rows.push(parsedRow)
    if (parsedRow.status === 'classified') next += 1
  }
  noteSkippedCells(rows, isRead, page)
  return table.some((row) => namesCar(row, columns)) ? page : undefined
}
