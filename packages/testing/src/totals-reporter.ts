import { appendFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export type Totals = { passed: number; failed: number }

const totalsOf = (module: TestModule): Totals => {
  let [passed, failed] = [0, module.errors().length]
  for (const suite of module.children.allSuites()) failed += suite.errors().length
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === 'passed') passed++
    // A test that never came to an end has not passed.
    else if (state !== 'skipped') failed++
  }
  return { passed, failed }
}

const sum = (modules: readonly TestModule[], errors: readonly SerializedError[]): Totals =>
  modules
    .map(totalsOf)
    .reduce((all, each) => ({ passed: all.passed + each.passed, failed: all.failed + each.failed }), {
      passed: 0,
      failed: errors.length,
    })

/**
 * Closes a run with `N passed, N failed`. Files that cannot be imported, failed set-ups and unhandled errors
 * count as failed. With `TOTALS_FILE` set, the same is appended there as a line of JSON.
 */
export const totalsReporter = (): Reporter => ({
  onTestRunEnd(modules, errors) {
    const totals = sum(modules, errors)
    process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
    const file = process.env.TOTALS_FILE
    if (file) appendFileSync(file, `${JSON.stringify(totals)}\n`)
  },
})
