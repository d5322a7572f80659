import { MAX_SHEET_ROWS } from '@purple-sector/service-kit/data/parsing-limits'
import { CsvError, parse } from 'csv-parse/sync'
import { decodedText } from './decoded-text.ts'
import { grouped, Refusal } from './refusal.ts'
import type { Sheet } from './sheet.ts'
import { FORMULA, type RawCell, rawCell, sheetRow } from './sheet-row.ts'

/** Detects the separator: tabs in copied cells, semicolons from programs that write decimal commas. */
const separatorOf = (text: string): string => {
  const head = text.slice(0, 10_000).replaceAll(/"[^"]*"/g, '')
  return ['\t', ';'].find((separator) => head.includes(separator)) ?? ','
}

/** Whether a program that opens the text would compute the cell, or call another program (DDE). */
const isFormula = (cell: string): boolean =>
  cell.startsWith('=') || (/^[+\-@]/.test(cell) && cell.lastIndexOf('!') > cell.indexOf('|') && cell.includes('|'))

const cellOf = (text: string): RawCell => {
  const cell = rawCell(text)
  return isFormula(cell.text) ? FORMULA : cell
}

/** Parses quoted fields with separators, line ends and doubled quotes (RFC 4180); other quotes are literal. */
const recordsOf = (text: string, separator: string): string[][] => {
  try {
    return parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      to: MAX_SHEET_ROWS + 1,
    })
  } catch (error) {
    if (error instanceof CsvError) throw new Refusal('The file is damaged: a quote in it is never closed.')
    throw error
  }
}

/** Reads comma-, semicolon- or tab-separated text in UTF-8, UTF-16 (with byte order mark) or Windows-1252. */
export const readText = (bytes: Uint8Array): Sheet[] => {
  const text = decodedText(bytes)
  if (text.includes('\u0000')) throw new Refusal('The file is not a spreadsheet: it is neither .xlsx, .xls nor text.')
  const records = recordsOf(text, separatorOf(text))
  if (records.length > MAX_SHEET_ROWS) throw new Refusal(`The file has more than ${grouped(MAX_SHEET_ROWS)} lines.`)
  return [{ name: 'Text', rows: records.map((cells, index) => sheetRow(index + 1, cells.map(cellOf))) }]
}
