import { expect, test } from 'vitest'
import { absolute, atMost, type Figure } from './figure.ts'
import { type Run, withFigures } from './figures-table.ts'

const page = `# Performance

<!-- figures -->
| row | what | measured | against | baseline | ratio | must reach | met | taken |
|---|---|---|---|---|---|---|---|---|
| S1 score a race | committed | 2 ms | – | – | – | ≤ 3 ms | yes | 2026-01-01, 2 rounds |
| S1 score a race | published | 4 ms | – | – | – | ≤ 5 ms | yes | 2026-01-01, 2 rounds |
| S10 other | all | 1 ms | – | – | – | ≤ 5 ms | yes | 2026-01-01, 2 rounds |
<!-- /figures -->

After it.
`
const figureOf = (row: string, name: string, value: number): Figure => ({
  ...absolute({ row, what: 'committed', against: '–', unit: 'ms' }, atMost(3, 'ms'), {
    median: value,
    least: value,
    most: value,
    values: [value],
  }),
  name,
})
const runOf = (figures: Figure[], quick = false): Run => ({
  machine: { takenAt: '2026-02-03T04:05:06.000Z' },
  options: { rounds: 1, quick },
  figures,
})
const rowsIn = (text: string): string[] => text.split('\n').filter((line) => /^\| S\d/.test(line))

test('replaces the rows of a run, and no others', () => {
  const text = withFigures(page, runOf([figureOf('S1', 'score a race', 1)], true))
  expect(rowsIn(text)).toEqual([
    '| S1 score a race | committed | 1.0 ms | – | – | – | ≤ 3 ms | yes | 2026-02-03, quick, 1 round |',
    rowsIn(page)[2],
  ])
  expect(text).toContain('# Performance\n\n<!-- figures -->\n| row |')
  expect(text).toContain('<!-- /figures -->\n\nAfter it.\n')
})

test('adds rows that the page does not have', () => {
  const text = withFigures(page, runOf([figureOf('F1', 'fan-out', 9)]))
  expect(text.split('\n').filter((line) => line.startsWith('| F1'))).toEqual([
    '| F1 fan-out | committed | 9.0 ms | – | – | – | ≤ 3 ms | **no** | 2026-02-03, 1 round |',
  ])
  expect(rowsIn(text)).toEqual(rowsIn(page))
})

test('throws for a page without a table', () => {
  expect(() => withFigures('# Performance', runOf([]))).toThrow('The page has no table')
})
