import type { PageError, ParsedPage } from './parsed-page.ts'

/** Matches the word alone or before the page's number: a session may be called a final, too. */
const STATUS = /^(PROVISIONAL|FINAL)(?:$|\s+(?:Page|Issue)\b)/
const ISSUE = /\bIssue\s?#?\s{0,40}(\d{1,4})\b/
const OF_TITLE = /^CLASSIFICATION\b/
/** Matches `Start Sun Jun 29   15:20`, in a column of its own; `Scheduled Start 15:30` is another line. */
const START =
  /(?:^|\s{2})Start\s{1,10}(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\s{1,10}([A-Z][a-z]{2})\s{1,10}(\d{1,2})\s{1,10}(\d{1,2}):(\d{2})\b/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A longer line is not a heading. */
const MAX_HEADING_CHARS = 300

export type Heading = Pick<ParsedPage, 'title' | 'status' | 'issue' | 'start'>

const statusOf = (text: string): Heading['status'] => {
  const word = STATUS.exec(text)?.[1]
  return word === undefined ? null : word === 'FINAL' ? 'official' : 'provisional'
}
const issueOf = (text: string): number | null => Number(ISSUE.exec(text)?.[1] ?? 0) || null

const twoDigits = (figure: string | number): string => String(figure).padStart(2, '0')

/** Reads when the session started, as `06-29T15:20`; undefined if the line states no valid time. */
const startOf = (text: string): string | undefined => {
  const [, name = '', day = '', hour = '', minute = ''] = START.exec(text) ?? []
  const month = MONTHS.indexOf(name) + 1
  // A leap year, so that 29 Feb is valid.
  const isDay = month > 0 && new Date(Date.UTC(2024, month - 1, Number(day))).getUTCDate() === Number(day)
  if (!isDay || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${minute}`
}

/** Reads the lines around the table: PROVISIONAL or FINAL, issue, start, and session. */
export const readHeading = (lines: readonly string[]): Heading => {
  const heading: Heading = { title: null, status: null, issue: null }
  let before: string | null = null
  for (const line of lines) {
    const text = line.slice(0, MAX_HEADING_CHARS).trim()
    if (text === '') continue
    heading.status ??= statusOf(text)
    heading.issue ??= issueOf(text)
    const start = heading.start ?? startOf(text)
    if (start !== undefined) heading.start = start
    if (OF_TITLE.test(text)) heading.title ??= before
    before = text
  }
  return heading
}

const collapseSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ')
const otherPageError = ({ line, text }: { line: number; text: string }): PageError => ({
  line,
  message: `“${collapseSpaces(text).slice(0, 80)}” starts another page. Read one session, of one issue, at a time.`,
})

/**
 * Finds the first line by which a later page is of another session, issue or status.
 * Its rows would not be one order with those before.
 */
export const otherHeading = (lines: readonly string[], { title, status, issue }: Heading): PageError | undefined => {
  const differs = <Value>(value: Value | null, first: Value | null): boolean =>
    value !== null && first !== null && value !== first
  let before: { line: number; text: string } | undefined
  for (const [index, line] of lines.entries()) {
    const text = line.slice(0, MAX_HEADING_CHARS).trim()
    if (text === '') continue
    const currentLine = { line: index + 1, text }
    const isOfPage = statusOf(text) !== null
    if (isOfPage && (differs(statusOf(text), status) || differs(issueOf(text), issue)))
      return otherPageError(currentLine)
    if (before && OF_TITLE.test(text) && differs(collapseSpaces(before.text), title && collapseSpaces(title)))
      return otherPageError(before)
    before = currentLine
  }
  return undefined
}
