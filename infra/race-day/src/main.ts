import { readCommandLine, usage } from './command-line.ts'
import { reportText } from './comparison/report.ts'
import { playRaceDay } from './play.ts'
import { PreflightError } from './preflight-error.ts'
import { runSeason } from './season/run-season.ts'

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (stop.signal.aborted) process.exit(130)
    console.error('Stopping; putting things back. Once more to leave at once.')
    stop.abort(new PreflightError('Stopped.'))
  })
}

const runWeekend = async (args: string[]): Promise<number> => {
  const options = await readCommandLine(args, process.env)
  if (!options) {
    console.log(usage)
    return 0
  }
  const onStep = (name: string) => console.log(`  ${name}`)
  const report = await playRaceDay({ ...options, signal: stop.signal, print: console.log, onStep })
  console.log(reportText(report))
  return report.differences.length === 0 ? 0 : 1
}

try {
  const args = process.argv.slice(2)
  process.exitCode = args.includes('--season')
    ? await runSeason(args, process.env, stop.signal)
    : await runWeekend(args)
} catch (error) {
  const isExpected = error instanceof PreflightError
  console.error(isExpected ? error.message : error)
  process.exitCode = 2
}
