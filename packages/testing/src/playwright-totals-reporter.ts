import { appendFileSync } from 'node:fs'
import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'

/**
 * Closes a run of Playwright with `N passed, N failed`, a flaky test counting as passed. Errors outside of tests (a
 * server that did not start) count as failed. With `TOTALS_FILE` set, the same is appended there as a line of JSON.
 */
export default class PlaywrightTotalsReporter implements Reporter {
  #all: Suite | undefined
  #errors = 0

  onBegin(_config: unknown, suite: Suite): void {
    this.#all = suite
  }

  onError(): void {
    this.#errors++
  }

  onEnd(result: FullResult): void {
    const outcomes = (this.#all?.allTests() ?? []).map((test) => test.outcome())
    const passed = outcomes.filter((outcome) => outcome === 'expected' || outcome === 'flaky').length
    const failed = outcomes.filter((outcome) => outcome === 'unexpected').length + this.#errors
    // A run that was cut short without a failed test must not read as a success.
    const totals = { passed, failed: failed === 0 && result.status !== 'passed' ? 1 : failed }
    process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
    const file = process.env.TOTALS_FILE
    if (file) appendFileSync(file, `${JSON.stringify(totals)}\n`)
  }
}
