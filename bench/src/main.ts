import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figures/figure.ts'
import { describeMachine } from './figures/machine.ts'
import { markdownTable } from './figures/report.ts'
import { type Options, readOptions, usage } from './options.ts'
import type { Row } from './rows/row.ts'
import { rows } from './rows/rows.ts'

const RESULTS = fileURLToPath(new URL('../results', import.meta.url))

const tellOf = (id: string) => (line: string) => process.stderr.write(`${id}: ${line}\n`)

const chosen = ({ rows: wanted }: Options): Row[] => {
  const unknown = wanted.find((id) => !rows.some((row) => row.id === id))
  if (unknown !== undefined)
    throw new Error(`There is no row ${unknown}; there are ${rows.map(({ id }) => id).join(', ')}`)
  return wanted.length === 0 ? rows : rows.filter(({ id }) => wanted.includes(id))
}

const save = (options: Options, figures: readonly Figure[], failed: readonly string[]): string => {
  mkdirSync(RESULTS, { recursive: true })
  const machine = describeMachine()
  const path = join(RESULTS, `${machine.takenAt.slice(0, 19).replaceAll(':', '')}${options.quick ? '-quick' : ''}.json`)
  writeFileSync(path, `${JSON.stringify({ machine, options, figures, failed }, null, 2)}\n`)
  return path
}

const main = async (): Promise<number> => {
  const options = readOptions(process.argv.slice(2))
  const figures: Figure[] = []
  const failed: string[] = []
  for (const { id, title, run } of chosen(options)) {
    const tell = tellOf(id)
    tell(title)
    try {
      const taken = await run({ rounds: options.rounds, quick: options.quick, tell })
      figures.push(...taken)
      process.stderr.write(`${markdownTable(taken)}\n`)
    } catch (error) {
      failed.push(id)
      tell(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
  }
  const path = save(options, figures, failed)
  process.stdout.write(`${markdownTable(figures)}\n\n${path}\n`)
  if (failed.length > 0) process.stderr.write(`could not be measured: ${failed.join(', ')}\n`)
  return failed.length > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 2
}
