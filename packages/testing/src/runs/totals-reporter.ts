import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { closeRun, type Failure } from './close-run.ts'

const failuresOf = (name: string, errors: readonly SerializedError[]): Failure[] =>
  errors.map(({ message, stack = '' }) => ({ name, message: `${message}\n${ownFrame(stack)}` }))

/** Location of the failure in the test: the first stack frame outside of libraries. */
const ownFrame = (stack: string): string =>
  stack.split('\n').find((line) => /^\s+at /.test(line) && !line.includes('node_modules')) ?? ''

const outcomeOf = (module: TestModule): { passed: number; failures: Failure[] } => {
  const name = [module.project.name, module.relativeModuleId].filter(Boolean).join(' > ')
  const failures = failuresOf(name, module.errors())
  for (const suite of module.children.allSuites()) {
    failures.push(...failuresOf(`${name} > ${suite.fullName}`, suite.errors()))
  }
  let passed = 0
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state === 'passed') passed++
    // An unfinished test has not passed. A test with several failures counts once.
    else if (state !== 'skipped') {
      const [failure] = failuresOf(`${name} > ${test.fullName}`, errors ?? [])
      failures.push(failure ?? { name: `${name} > ${test.fullName}`, message: 'It never came to an end.' })
    }
  }
  return { passed, failures }
}

/**
 * Ends a run with the line `N passed, N failed`. Files that cannot be imported, failed set-ups and unhandled errors
 * count as failed. With `TOTALS_FILE` set, both numbers and the failures are appended there.
 */
export const totalsReporter = (): Reporter => ({
  onTestRunEnd(modules, errors) {
    const outcomes = modules.map(outcomeOf)
    const failures = [...outcomes.flatMap((outcome) => outcome.failures), ...failuresOf('outside of all tests', errors)]
    const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
    closeRun({ passed, failed: failures.length }, failures)
  },
})
