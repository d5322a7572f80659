import {
  MAX_CLASSIFIED_ROWS,
  MAX_PAGE_BYTES,
  MAX_PAGE_LINES,
  PARSING_HEAP_MB,
} from '@purple-sector/service-kit/data/parsing-limits'
import type { Sheet } from '@purple-sector/sheets'
import { decodedText, grouped, Refusal, readFile, SHEET_LIMITS } from '@purple-sector/sheets/in-worker'
import { htmlText, isHtml } from '../timing-formats/html-text.ts'
import { readNatsoftPage } from '../timing-formats/natsoft-page.ts'
import { otherPage, otherPageRefused } from '../timing-formats/other-pages.ts'
import type { ParsedPage } from '../timing-formats/parsed-page.ts'
import { readSheet } from '../timing-formats/sheet.ts'

/** Content that race control submits: a file's bytes, or pasted text. */
export type Source = { file: Uint8Array } | { text: string }

const LIMITS = { ...SHEET_LIMITS, maxRows: MAX_CLASSIFIED_ROWS, maxHeapMb: PARSING_HEAP_MB }

const pageRefusal = (message: string): Refusal => new Refusal(message, 'PAGE_REFUSED')

const startsWith = (bytes: Uint8Array, ...head: number[]): boolean =>
  head.every((byte, offset) => bytes[offset] === byte)

/** Decodes a file as text; undefined for binary content, which the sheet reader rejects with a message. */
const textOf = (bytes: Uint8Array): string | undefined => {
  const isWide = startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)
  if (!isWide && bytes.includes(0)) return undefined
  if (bytes.length > MAX_PAGE_BYTES) throw new Refusal('The page is larger than 1 MB.', 'TOO_LARGE')
  return decodedText(bytes)
}

/** Parses the sheet that names most cars. */
const pageOfSheets = (sheets: readonly Sheet[]): ParsedPage | undefined => {
  const pages = sheets.flatMap((sheet) => {
    const page = readSheet(sheet)
    return page ? [{ page, name: sheet.name }] : []
  })
  const [best, ...otherPages] = pages.toSorted((left, right) => right.page.rows.length - left.page.rows.length)
  if (best && otherPages.length > 0)
    best.page.notes.unshift(`Read from the sheet “${best.name}”, the longest of ${pages.length}.`)
  return best?.page
}

const assertShort = (text: string): void => {
  let count = 0
  for (let offset = text.indexOf('\n'); offset !== -1; offset = text.indexOf('\n', offset + 1)) {
    count += 1
    if (count > MAX_PAGE_LINES)
      throw pageRefusal(`It has more than ${grouped(MAX_PAGE_LINES)} lines, so it isn’t a classification.`)
  }
}

const assertClassification = (text: string): void => {
  const description = otherPage(text)
  if (description) throw otherPageRefused(description)
}

/** Parses a page by its text, else by its cells. */
const pageOfText = (text: string): ParsedPage | undefined => {
  const plainText = isHtml(text) ? htmlText(text) : text
  assertShort(plainText)
  assertClassification(plainText)
  return readNatsoftPage(plainText) ?? pageOfSheets(readFile(Buffer.from(plainText), LIMITS))
}

/**
 * Detects the format by content and parses it. Runs in a worker.
 * Throws a `Refusal` if no line names a car.
 */
export const readPage = (source: Source): ParsedPage => {
  const text = 'text' in source ? source.text : textOf(source.file)
  const page = text === undefined ? 'file' in source && pageOfSheets(readFile(source.file, LIMITS)) : pageOfText(text)
  if (!page || page.rows.length + page.errors.length === 0)
    throw new Refusal(
      'No line names a car. Send a classification page, a sheet with positions and numbers, or one number a line.',
      'NOT_UNDERSTOOD',
    )
  if (page.rows.length + page.errors.length > MAX_CLASSIFIED_ROWS)
    throw pageRefusal(`More than ${grouped(MAX_CLASSIFIED_ROWS)} rows name a car.`)
  return page
}
