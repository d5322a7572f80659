import { Readable } from 'node:stream'

export type CsvCell = string | number | boolean | null

export const CSV_CONTENT_TYPE = 'text/csv; charset=utf-8'

/** Without it a spreadsheet program takes UTF-8 for the code page of its country and spoils every umlaut. */
const BOM = '\uFEFF'

/**
 * Where a cell could begin a formula: at its start, and behind a quote, a semicolon or a tab, because a program of
 * another country parts cells there. The wide forms are what East Asian keyboards type, and count as the narrow ones. A
 * run is taken as a whole, with or without a formula behind it: so no text costs more than its length.
 */
const CELL_START = /(^[ "';\t\r\n]*|["';\t\r\n][ "';\t\r\n]*)([=+\-@＝＋－＠])?/g

/** Text that no spreadsheet program calculates: an apostrophe stands before what could begin a formula. */
const neutral = (text: string): string => {
  const harmless = text.replace(CELL_START, (start, run: string, sign: string | undefined) =>
    sign === undefined || run.endsWith("'") ? start : `${run}'${sign}`,
  )
  return /^[\t\r\n]/.test(harmless) ? `'${harmless}` : harmless
}

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const field = (cell: CsvCell): string => (typeof cell === 'string' ? quoted(neutral(cell)) : String(cell ?? ''))

const record = (cells: readonly CsvCell[]): string => `${cells.map(field).join(',')}\r\n`

/**
 * A table as CSV (RFC 4180) that spreadsheet programs open as it is: UTF-8 with its mark, CRLF, a header, and no formula
 * in any text. Numbers stay numbers, negative ones too.
 */
export const csv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  BOM + record(header) + rows.map(record).join('')

/** The same for a table that comes in pages: no more than a page of it is ever held. */
export const csvStream = (
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>,
): Readable => {
  const chunks = async function* () {
    yield BOM + record(header)
    for await (const rows of pages) yield rows.map(record).join('')
  }
  return Readable.from(chunks(), { objectMode: false })
}
