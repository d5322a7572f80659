import { MAX_CLASSIFIED_ROWS, MAX_LINE_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import { grouped } from '@purple-sector/sheets/in-worker'
import { type Columns, columnsOf, type FigureColumn } from './page-columns.ts'
import { figuresAtEnd } from './page-figures.ts'
import { otherHeading, readHeading } from './page-heading.ts'
import {
  isNumber,
  type PageRow,
  type ParsedPage,
  plainNumber,
  positionCell,
  statusOfWord,
  withoutNationality,
} from './parsed-page.ts'
import { isSheetHeader } from './sheet.ts'

/* The classification page of Natsoft: a table of fixed width, its header on each page (docs/timing-formats.md,
 * Classification pages). */

/** Characters of one car's drivers. */
const MAX_DRIVERS = 300

/** Lines that follow the rows of a page. */
const FOOTER = /^\s*(?:Fastest Lap\b|\*\s?=|Issue\s?#|(?:PROVISIONAL|FINAL)\b|CLASSIFICATION\b)/

/** A table copied without its header: its figures are those of a race or of a practice. */
const WITHOUT_HEADER: readonly FigureColumn[][] = [
  ['laps', 'time', 'best'],
  ['laps', 'best', 'gap'],
]

/** A mark of a lap, `p`, is not a name. */
const NAME = /\p{L}{2}/u

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

type Parts = { place: string; number: string; driver: string; mayIncludeTeam: boolean; figures: string[] }

/** Reads position and number from the first words of a row; the position may be missing. */
const leadOf = (words: readonly string[]): { place: string; number: string; count: number } | undefined => {
  const [first = '', second = ''] = words
  if (isNumber(second) && /^[A-Za-z]{1,4}$|^\d{1,3}$/.test(first)) return { place: first, number: second, count: 2 }
  return isNumber(first) ? { place: '', number: first, count: 1 } : undefined
}

/** Splits a row by the columns of the header. */
const partsOfFixed = (line: string, { texts, figuresFrom }: Columns): Parts | undefined => {
  const [first] = texts
  const words = wordsOf(line.slice(0, first?.start ?? 0))
  const lead = leadOf(words)
  if (!lead || lead.count !== words.length) return undefined
  const column = texts.find(({ name }) => name === 'driver')
  const figures = [...line.matchAll(/\S+/g)].filter(({ 0: word, index }) => index + word.length > figuresFrom)
  const driver = line.slice(column?.start ?? 0, column?.end ?? 0).trim()
  if (driver === '' && figures.length === 0) return undefined
  return { ...lead, driver, mayIncludeTeam: false, figures: figures.map(([word]) => word) }
}

/** Splits a row by tabs, or by two spaces and more; empty cells may be missing. */
const partsOfCells = (line: string, driverAt: number): Parts | undefined => {
  const cells = line
    .split(/\t| {2,}/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  const words = wordsOf(cells.slice(0, 2).join(' '))
  const lead = leadOf(words)
  if (!lead) return undefined
  // Position and number may share a cell.
  const leadCells = wordsOf(cells[0] ?? '').length >= lead.count ? 1 : lead.count
  const texts = cells.slice(leadCells)
  const driver = texts[driverAt] ?? ''
  if (texts.length < 2 || !NAME.test(driver)) return undefined
  return { ...lead, driver, mayIncludeTeam: false, figures: wordsOf(texts.slice(driverAt + 1).join(' ')) }
}

/** Splits a row that lost its spacing: the driver ends with a nationality, or the end is unknown. */
const partsOfWords = (line: string, columns: readonly FigureColumn[]): Parts | undefined => {
  const words = wordsOf(line)
  const lead = leadOf(words)
  if (!lead) return undefined
  const rest = words.slice(lead.count)
  const { from } = figuresAtEnd(rest, columns)
  const middle = rest.slice(0, from).join(' ')
  if (!NAME.test(middle)) return undefined
  const end = middle.lastIndexOf(')') + 1
  return {
    ...lead,
    driver: end > 0 ? middle.slice(0, end) : middle,
    mayIncludeTeam: end === 0,
    figures: rest.slice(from),
  }
}

const partsOf = (line: string, columns: Columns): Parts | undefined => {
  if (columns.isFixed && !line.includes('\t')) return partsOfFixed(line, columns)
  const driverAt = columns.texts.findIndex(({ name }) => name === 'driver')
  return partsOfCells(line, Math.max(driverAt, 0)) ?? partsOfWords(line, columns.figures)
}

const rowOf = (line: number, parts: Parts, columns: readonly FigureColumn[], page: ParsedPage): void => {
  const place = positionCell(parts.place)
  const number = plainNumber(parts.number)
  if (!place) {
    page.errors.push({ line, message: `Car ${number}: “${parts.place}” is neither a position nor a status.` })
    return
  }
  const { figures, unreadable } = figuresAtEnd(parts.figures, columns)
  for (const text of unreadable)
    page.notes.push(`Line ${line}, car ${number}: “${text}” isn’t a time, so it’s left out.`)
  const driver = withoutNationality(parts.driver)
  page.rows.push({
    line,
    number,
    driver,
    ...(parts.mayIncludeTeam ? { mayIncludeTeam: true } : {}),
    ...place,
    ...figures,
  })
}

/** Whether a line starts as a row does, but is not one. */
const isBroken = (line: string): boolean => {
  const words = wordsOf(line)
  return leadOf(words)?.count === 2 || statusOfWord(words[0] ?? '') !== undefined
}

/** Continues the drivers of the row above, if their column was too narrow. */
const continueDrivers = (
  row: PageRow | undefined,
  isOpen: boolean,
  line: string,
  { texts, isFixed }: Columns,
): boolean => {
  const column = texts.find(({ name }) => name === 'driver')
  if (!row || row.driver.length > MAX_DRIVERS || !column || !isFixed) return false
  if (line.slice(0, column.start).trim() !== '') return false
  const continuation = line.slice(column.start, column.end).trim()
  if (!continuation.startsWith('/') && !isOpen) return false
  row.driver = withoutNationality(`${row.driver}/${continuation}`)
  return true
}

/** Splits into lines, each cut to one character more than the limit before any pattern is applied. */
const linesOf = (text: string): string[] =>
  text.split(/\r\n|\r|\n/).map((line) => {
    const shortened = line
      .slice(0, MAX_LINE_CHARS + 1)
      .normalize('NFC')
      .replaceAll('\u00a0', ' ')
    // Composed letters may have made it shorter again.
    return line.length > MAX_LINE_CHARS ? shortened.padEnd(MAX_LINE_CHARS + 1) : shortened
  })

/** Reports long lines: an error for a row or a header, which decide places, a note for any other. */
const reportLongLines = (lines: readonly string[], page: ParsedPage): void => {
  for (const [index, line] of lines.entries()) {
    if (line.length <= MAX_LINE_CHARS) continue
    const message = `is longer than ${grouped(MAX_LINE_CHARS)} characters and was not read.`
    if (isBroken(line) || /^\s*pos\b/i.test(line)) page.errors.push({ line: index + 1, message: `The line ${message}` })
    else page.notes.push(`Line ${index + 1} ${message}`)
  }
}

const TIME = /\d[:.]\d/

/** Reads the rows of a table that lost its header: a car, a name and a time. */
const withoutHeader = (lines: readonly string[], page: ParsedPage): void => {
  for (const [index, text] of lines.entries()) {
    if (text.length > MAX_LINE_CHARS || !TIME.test(text)) continue
    for (const columns of WITHOUT_HEADER) {
      const parts = partsOfCells(text, 0) ?? partsOfWords(text, columns)
      if (!parts || !positionCell(parts.place)) break
      const { figures } = figuresAtEnd(parts.figures, columns)
      if (figures.bestLapMs === undefined && figures.timeMs === undefined) continue
      rowOf(index + 1, parts, columns, page)
      break
    }
    if (page.rows.length > MAX_CLASSIFIED_ROWS) return
  }
}

/**
 * Parses a classification page as it was copied, whole or the table alone, of one or several pages.
 * Undefined if no line is a row of such a table. Lines count from 1; reading stops after one row more than the
 * limit.
 */
export const readNatsoftPage = (text: string): ParsedPage | undefined => {
  const lines = linesOf(text)
  const headers = lines.map(columnsOf)
  const first = headers.findIndex((columns) => columns !== undefined)
  const linesAbove = lines.slice(0, Math.max(first, 0))
  const heading = readHeading([...linesAbove, ...lines.filter((line) => FOOTER.test(line))])
  const otherHeadingError = otherHeading(lines, heading)
  const page: ParsedPage = {
    ...heading,
    rows: [],
    errors: otherHeadingError ? [otherHeadingError] : [],
    notes: [],
  }
  if (first === -1) {
    // Its figures follow its own header, not the order of a page that lost its header.
    if (lines.some((line) => line.length <= MAX_LINE_CHARS && isSheetHeader(line))) return undefined
    withoutHeader(lines, page)
    reportLongLines(lines, page)
    return page.rows.length > 0 ? page : undefined
  }
  const repeated = new Set(linesAbove.map((line) => line.trim()).filter((line) => line !== '' && !/^_+$/.test(line)))
  let columns: Columns | undefined
  // Whether the last row ended with a `/`: another driver follows.
  let isOpen = false
  for (const [index, line] of lines.entries()) {
    if (page.rows.length > MAX_CLASSIFIED_ROWS) break
    if (headers[index]) columns = headers[index]
    else if (repeated.has(line.trim()) || FOOTER.test(line)) columns = undefined
    else if (columns && line.length <= MAX_LINE_CHARS && /\w/.test(line)) {
      const parts = partsOf(line, columns)
      if (parts) rowOf(index + 1, parts, columns.figures, page)
      else if (!continueDrivers(page.rows.at(-1), isOpen, line, columns) && isBroken(line))
        page.errors.push({ line: index + 1, message: `“${line.trim().slice(0, 80)}” could not be read.` })
      isOpen = parts?.driver.endsWith('/') ?? false
    }
  }
  reportLongLines(lines, page)
  return page
}
