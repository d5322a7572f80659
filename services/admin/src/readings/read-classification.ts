import { badRequest, tooLarge } from '@purple-sector/service-kit/errors'
import { decodedText, readSheets, type Sheet } from '@purple-sector/sheets'
import { htmlText, isHtml } from '../timing-formats/html-text.ts'
import { readNatsoftPage } from '../timing-formats/natsoft-page.ts'
import { MOST_ROWS, type ReadPage } from '../timing-formats/reading-page.ts'
import { readSheet } from '../timing-formats/sheet.ts'

/** What race control hands in: a file as it is, or what was pasted. */
export type Source = { file: Uint8Array } | { text: string }

export const MAX_FILE_BYTES = 5 * 1024 * 1024
/** A page of the longest race has some dozens of KB; reading a text must not keep anybody waiting. */
const MAX_TEXT = 1024 * 1024
const MAX_LINES = 3_000

const notUnderstood = () =>
  badRequest(
    'NOT_UNDERSTOOD',
    'No line of it names a car. Send a classification page, a sheet with positions and numbers, or one number a line.',
  )

const begins = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, at) => bytes[at] === byte)

/** What is no text is left to the reader of sheets, which says in words what it does not take. */
const textOf = (bytes: Uint8Array): string | undefined => {
  const isWide = begins(bytes, 0xff, 0xfe) || begins(bytes, 0xfe, 0xff)
  if (!isWide && bytes.includes(0)) return undefined
  if (bytes.length > MAX_TEXT) throw tooLarge('The page is larger than 1 MB.')
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
    if (count > MAX_LINES) throw badRequest('PAGE_REFUSED', 'It has more than 3,000 lines: that is no classification.')
  }
}

const pageOfText = async (text: string): Promise<{ page: ReadPage | undefined; shown: string }> => {
  const shown = isHtml(text) ? await htmlText(text) : text
  assertShort(shown)
  return { page: readNatsoftPage(shown), shown }
}

/** Reads what it is by its content, a sheet for `maxMs`. Throws a 400 in words where no line of it names a car. */
export const readClassification = async (source: Source, maxMs: number): Promise<ReadPage> => {
  const text = 'text' in source ? source.text : textOf(source.file)
  const read = text === undefined ? undefined : await pageOfText(text)
  const isPlain = read === undefined || read.shown === text
  const bytes = 'file' in source && isPlain ? source.file : Buffer.from(read?.shown ?? '')
  const page =
    read?.page ?? pageOfSheets(await readSheets(bytes, { maxRows: MOST_ROWS, maxBytes: MAX_FILE_BYTES, maxMs }))
  if (!page || page.rows.length + page.errors.length === 0) throw notUnderstood()
  if (page.rows.length + page.errors.length > MOST_ROWS)
    throw badRequest('PAGE_REFUSED', 'More than 1,000 rows name a car.')
  return page
}
