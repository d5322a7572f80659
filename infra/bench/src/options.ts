import { parseArgs } from 'node:util'

export type Options = {
  /** Requested rows; all when empty. */
  rows: string[]
  rounds: number
  /** Small sizes and few rounds: tests the bench without meaningful figures. */
  quick: boolean
  /** Only checks that the requested rows exist. */
  check: boolean
}

export const usage = `Measures the figures of docs/performance.md, each against its baseline in the same run.

  node infra/bench/src/main.ts [--rows S1,H3] [--rounds 5] [--quick] [--check]

  --rows <ids>     only these rows
  --rounds <n>     rounds of each comparison, 5 by default
  --quick          small sizes and two rounds: checks the bench itself
  --check          checks that these rows exist, without measuring
`

export const readOptions = (words: string[]): Options => {
  const { values } = parseArgs({
    args: words,
    options: {
      rows: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 5))
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number from 1 on')
  const rows = (values.rows ?? '').split(',').map((row) => row.trim())
  return { rows: rows.filter((row) => row !== ''), rounds, quick: values.quick, check: values.check }
}
