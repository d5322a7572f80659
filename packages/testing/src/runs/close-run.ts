import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type Totals = { passed: number; failed: number }

/** A failure: its location in the code, its error, and the text of its page, if it had one. */
export type Failure = { name: string; message: string; page?: string }

/** Maximum length of an error in the summary; the complete error is in the output of the test. */
const MAX_ERROR_LINES = 12
/** Maximum length of a page's text in the summary, without the header that every page has. */
const MAX_PAGE_LINES = 60

const firstLines = (text: string, count: number): string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, count)
    .map((line) => `    ${line.trimEnd()}`)

const formatFailure = ({ name, message, page = '' }: Failure): string =>
  [`FAILED ${name}`, ...firstLines(message, MAX_ERROR_LINES), ...firstLines(page, MAX_PAGE_LINES)].join('\n')

/**
 * Ends a run with the line `N passed, N failed`. With `TOTALS_FILE` set, appends it there as a line of JSON, after the
 * failures, so that the end of several runs summarizes all of them (`infra/test/print-totals.sh`).
 */
export const closeRun = (totals: Totals, failures: readonly Failure[]): void => {
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
  const file = process.env.TOTALS_FILE
  if (file) appendFileSync(file, `${[...failures.map(formatFailure), JSON.stringify(totals)].join('\n')}\n`)
}
