import { readCommandLine, usage } from './command-line.ts'
import { reportText } from './comparison/report.ts'
import { playRaceDay } from './play.ts'
import { PreflightError } from './preflight-error.ts'

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (stop.signal.aborted) process.exit(130)
    console.error('Stopping; putting things back. Once more to leave at once.')
    stop.abort(new PreflightError('Stopped.'))
  })
}

try {
  const options = await readCommandLine(process.argv.slice(2), process.env)
  if (!options) {
    console.log(usage)
  } else {
    const onStep = (name: string) => console.log(`  ${name}`)
    const report = await playRaceDay({ ...options, signal: stop.signal, print: console.log, onStep })
    console.log(reportText(report))
    process.exitCode = report.differences.length === 0 ? 0 : 1
  }
} catch (error) {
  const isExpected = error instanceof PreflightError
  console.error(isExpected ? error.message : error)
  process.exitCode = 2
}
