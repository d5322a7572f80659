import { closeRun, type Failure } from '@purple-sector/testing/runs/close-run'

/** A check of the files for operators. `run` returns a sentence for each fault; an error is a fault too. */
export type Check = { name: string; run(): Promise<readonly string[]> | readonly string[] }

const faultsOf = async ({ run }: Check): Promise<readonly string[]> => {
  try {
    return await run()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** Runs all checks, also after a failure, and prints the line `N passed, N failed`. Resolves to whether all passed. */
export const runChecks = async (
  checks: readonly Check[],
  print: (line: string) => unknown = (line) => process.stdout.write(`${line}\n`),
): Promise<boolean> => {
  const failures: Failure[] = []
  for (const check of checks) {
    const faults = await faultsOf(check)
    print(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${check.name}`)
    for (const fault of faults) print(`  ${fault}`)
    if (faults.length > 0) failures.push({ name: check.name, message: faults.join('\n') })
  }
  closeRun({ passed: checks.length - failures.length, failed: failures.length }, failures)
  return failures.length === 0
}
