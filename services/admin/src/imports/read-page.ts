import {
  MAX_CLASSIFIED_ROWS,
  MAX_PAGE_BYTES,
  MAX_PAGE_LINES,
  READING_HEAP_MB,
} from '@purple-sector/service-kit/data/reading-limits'
import type { Sheet } from '@purple-sector/sheets'
import { decodedText, grouped, Refusal, readFile, SHEET_LIMITS } from '@purple-sector/sheets/in-worker'
import { htmlText, isHtml } from '../timing-formats/html-text.ts'
import { readNatsoftPage } from '../timing-formats/natsoft-page.ts'
import { otherPage, otherPageRefused } from '../timing-formats/other-pages.ts'
import type { ReadPage } from '../timing-formats/parsed-page.ts'
import { readSheet } from '../timing-formats/sheet.ts'

/** What race control hands in: a file as it is, or what was pasted. */
export type Source = { file: Uint8Array } | { text: string }

const LIMITS = { ...SHEET_LIMITS, maxRows: MAX_CLASSIFIED_ROWS, maxHeapMb: READING_HEAP_MB }

const refused = (message: string): Refusal => new Refusal(message, 'PAGE_REFUSED')

const begins = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, at) => bytes[at] === byte)

/** The text of a file; undefined of what is no text, which the reader of sheets refuses in words. */
const textOf = (bytes: Uint8Array): string | undefined => {
  const isWide = begins(bytes, 0xff, 0xfe) || begins(bytes, 0xfe, 0xff)
  if (!isWide && bytes.includes(0)) return undefined
  if (bytes.length > MAX_PAGE_BYTES) throw new Refusal('The page is larger than 1 MB.', 'TOO_LARGE')
  return decodedText(bytes)
}

/** Of several sheets the one that says most of cars. */
const pageOfSheets = (sheets: readonly Sheet[]): ReadPage | undefined => {
  const pages = sheets.flatMap((sheet) => {
    const page = readSheet(sheet)
    return page ? [{ page, name: sheet.name }] : []
  })
  const [best, ...others] = pages.toSorted((one, other) => other.page.rows.length - one.page.rows.length)
  if (best && others.length > 0)
    best.page.notes.unshift(`Read from the sheet “${best.name}”, the longest of ${pages.length}.`)
  return best?.page
}

const assertShort = (text: string): void => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    count += 1
    if (count > MAX_PAGE_LINES)
      throw refused(`It has more than ${grouped(MAX_PAGE_LINES)} lines, so it isn’t a classification.`)
  }
}

const assertClassification = (text: string): void => {
  const other = otherPage(text)
  if (other) throw otherPageRefused(other)
}

/** A page by its text, or its cells. */
const pageOfText = (text: string): ReadPage | undefined => {
  const shown = isHtml(text) ? htmlText(text) : text
  assertShort(shown)
  assertClassification(shown)
  return readNatsoftPage(shown) ?? pageOfSheets(readFile(Buffer.from(shown), LIMITS))
}

/** Reads what it is by its content. Throws a `Refusal` in words where no line of it names a car. Runs in a worker. */
export const readPage = (source: Source): ReadPage => {
  const text = 'text' in source ? source.text : textOf(source.file)
  const page = text === undefined ? 'file' in source && pageOfSheets(readFile(source.file, LIMITS)) : pageOfText(text)
  if (!page || page.rows.length + page.errors.length === 0)
    throw new Refusal(
      'No line names a car. Send a classification page, a sheet with positions and numbers, or one number a line.',
      'NOT_UNDERSTOOD',
    )
  if (page.rows.length + page.errors.length > MAX_CLASSIFIED_ROWS)
    throw refused(`More than ${grouped(MAX_CLASSIFIED_ROWS)} rows name a car.`)
  return page
}
