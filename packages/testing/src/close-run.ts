import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type Totals = { passed: number; failed: number }

/** What failed: where it stands, and what its error says. */
export type Failure = { name: string; message: string }

/** What of an error is told again at the end: enough to know it by, the whole stands where it failed. */
const LINES = 12

const lines = ({ name, message }: Failure): string =>
  [
    `FAILED ${name}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, LINES)
      .map((line) => `    ${line.trimEnd()}`),
  ].join('\n')

/**
 * Closes a run with `N passed, N failed`. With `TOTALS_FILE` set, the same is appended there as a line of JSON, after
 * what failed, so that the end of several runs tells all of it (`infra/test/print-totals.sh`).
 */
export const closeRun = (totals: Totals, failures: readonly Failure[]): void => {
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
  const file = process.env.TOTALS_FILE
  if (file) appendFileSync(file, `${[...failures.map(lines), JSON.stringify(totals)].join('\n')}\n`)
}
