import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type Totals = { passed: number; failed: number }

/** What failed: where it stands, what its error says, and what its page showed, if it had one. */
export type Failure = { name: string; message: string; page?: string }

/** What of an error is told again at the end: enough to know it by, the whole stands where it failed. */
const LINES = 12
/** What of a page is told: its head is on every page. */
const PAGE_LINES = 60

const firstLines = (text: string, count: number): string[] =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, count)
    .map((line) => `    ${line.trimEnd()}`)

const lines = ({ name, message, page = '' }: Failure): string =>
  [`FAILED ${name}`, ...firstLines(message, LINES), ...firstLines(page, PAGE_LINES)].join('\n')

/**
 * Closes a run with `N passed, N failed`. With `TOTALS_FILE` set, the same is appended there as a line of JSON, after
 * what failed, so that the end of several runs tells all of it (`infra/test/print-totals.sh`).
 */
export const closeRun = (totals: Totals, failures: readonly Failure[]): void => {
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
  const file = process.env.TOTALS_FILE
  if (file) appendFileSync(file, `${[...failures.map(lines), JSON.stringify(totals)].join('\n')}\n`)
}
