import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figures/figure.ts'
import { describeMachine } from './figures/machine.ts'
import { markdownTable } from './figures/report.ts'
import { progressLogger } from './log-progress.ts'
import { type Options, readOptions, usage } from './options.ts'
import { startProcess } from './processes/start-process.ts'
import { rows } from './rows/rows.ts'

const RESULTS = fileURLToPath(new URL('../results', import.meta.url))

/** Timeout of a row, after which the others are measured. */
const TIMEOUT_MS = 45 * 60_000

const requestedRows = (requested: readonly string[]): string[] => {
  const ids = Object.keys(rows)
  const unknown = requested.find((id) => !ids.includes(id))
  if (unknown !== undefined) throw new Error(`There is no row ${unknown}; there are ${ids.join(', ')}`)
  return requested.length === 0 ? ids : ids.filter((id) => requested.includes(id))
}

type Machine = ReturnType<typeof describeMachine>
type RunOptions = Omit<Options, 'check'>

/** Written after each row, so that an aborted run loses no figures. */
const save = (machine: Machine, options: RunOptions, figures: readonly Figure[], failed: readonly string[]): string => {
  mkdirSync(RESULTS, { recursive: true })
  const path = join(RESULTS, `${machine.takenAt.slice(0, 19).replaceAll(':', '')}${options.quick ? '-quick' : ''}.json`)
  writeFileSync(path, `${JSON.stringify({ machine, options, figures, failed }, null, 2)}\n`)
  return path
}

const measure = async (id: string, { rounds, quick }: RunOptions): Promise<Figure[]> => {
  const host = await startProcess<typeof import('./processes/row-host.ts').commands>('row-host')
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`took longer than ${TIMEOUT_MS / 60_000} minutes`)), TIMEOUT_MS).unref()
  })
  try {
    const { result } = await Promise.race([host.run('run', { id, rounds, quick }), timeout])
    return result
  } finally {
    await host.stop()
  }
}

const main = async (): Promise<number> => {
  const { check, ...options } = readOptions(process.argv.slice(2))
  const requested = requestedRows(options.rows)
  if (check) return 0
  const machine = describeMachine()
  const figures: Figure[] = []
  const failed: string[] = []
  for (const [index, id] of requested.entries()) {
    const logProgress = progressLogger(id)
    const startedAt = performance.now()
    logProgress(`row ${index + 1} of ${requested.length}`)
    try {
      const measured = await measure(id, options)
      figures.push(...measured)
      process.stderr.write(`${markdownTable(measured)}\n`)
    } catch (error) {
      failed.push(id)
      logProgress(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
    save(machine, options, figures, failed)
    logProgress(`took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
  process.stdout.write(`${markdownTable(figures)}\n\n${save(machine, options, figures, failed)}\n`)
  if (failed.length > 0) process.stderr.write(`could not be measured: ${failed.join(', ')}\n`)
  return failed.length > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}
