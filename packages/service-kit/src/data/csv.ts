import { Readable } from 'node:stream'

export type CsvCell = string | number | boolean | null

export const CSV_CONTENT_TYPE = 'text/csv; charset=utf-8'

/** Without a BOM, spreadsheet programs read UTF-8 in the local code page and break every umlaut. */
const BOM = '\uFEFF'

/**
 * Matches the places at which a formula could start: the start of a cell, and after a quote, a semicolon or a tab,
 * which separate cells in some locales. Full-width signs of East Asian keyboards count as well. A run is matched as a
 * whole, with or without a formula after it, so that the cost is linear in the length.
 */
const CELL_START = /(^[ "';\t\r\n]*|["';\t\r\n][ "';\t\r\n]*)([=+\-@＝＋－＠])?/g

/** Prefixes potential formulas with an apostrophe, so that no spreadsheet program evaluates the text. */
const neutralize = (text: string): string => {
  const prefixed = text.replace(CELL_START, (start, run: string, sign: string | undefined) =>
    sign === undefined || run.endsWith("'") ? start : `${run}'${sign}`,
  )
  return /^[\t\r\n]/.test(prefixed) ? `'${prefixed}` : prefixed
}

const quote = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const field = (cell: CsvCell): string => (typeof cell === 'string' ? quote(neutralize(cell)) : String(cell ?? ''))

const record = (cells: readonly CsvCell[]): string => `${cells.map(field).join(',')}\r\n`

/**
 * Writes a table as CSV (RFC 4180) for spreadsheet programs: UTF-8 with BOM, CRLF, a header, and no formula in any
 * text.
 *
 * Numbers stay numbers, negative ones too.
 */
export const csv = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  BOM + record(header) + rows.map(record).join('')

/** Writes the same for a table read in pages: at most one page is in memory. */
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
