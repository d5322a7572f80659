import { readFileSync } from 'node:fs'
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { closeRun, type Failure } from './close-run.ts'

const messageOf = ({ message, value }: TestError): string => message ?? value ?? ''

/** The page's text when its test failed, as written by Playwright (`error-context.md`). */
const pageOf = (result: TestResult | undefined): string => {
  const file = result?.attachments.find(({ name }) => name === 'error-context')?.path
  return (file && /```yaml\n(.*?)\n```/s.exec(readFileSync(file, 'utf8'))?.[1]) ?? ''
}

const failureOf = (test: TestCase): Failure => {
  const result = test.results.at(-1)
  const [error] = result?.errors ?? []
  const name = test.titlePath().filter(Boolean).join(' > ')
  return { name, message: error ? messageOf(error) : 'It never came to an end.', page: pageOf(result) }
}

/**
 * Ends a Playwright run with the line `N passed, N failed`, counting a flaky test as passed. Errors outside of tests (a
 * server that did not start) count as failed. With `TOTALS_FILE` set, both numbers and the failures are appended there.
 */
export default class PlaywrightTotalsReporter implements Reporter {
  #suite: Suite | undefined
  #errors: Failure[] = []

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  onError(error: TestError): void {
    this.#errors.push({ name: 'outside of all journeys', message: messageOf(error) })
  }

  onEnd(result: FullResult): void {
    const tests = this.#suite?.allTests() ?? []
    const passed = tests.filter((test) => ['expected', 'flaky'].includes(test.outcome())).length
    const failures = [...tests.filter((test) => test.outcome() === 'unexpected').map(failureOf), ...this.#errors]
    // An interrupted run without a failed test must not look successful.
    if (failures.length === 0 && result.status !== 'passed') {
      failures.push({ name: 'the run of the journeys', message: `It ended as ${result.status}.` })
    }
    closeRun({ passed, failed: failures.length }, failures)
  }
}
