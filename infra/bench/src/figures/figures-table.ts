import type { Figure } from './figure.ts'
import { figureLine } from './report.ts'

/** A stored run of the bench. */
export type Run = {
  machine: { takenAt: string }
  options: { rounds: number; quick: boolean }
  figures: readonly Figure[]
}

const BEGIN = '<!-- figures -->'
const END = '<!-- /figures -->'

const takenIn = ({ machine, options: { rounds, quick } }: Run): string =>
  [machine.takenAt.slice(0, 10), ...(quick ? ['quick'] : []), `${rounds} round${rounds === 1 ? '' : 's'}`].join(', ')

/** The id of a line's row: `S1` of `| S1 score a race | …`. */
const rowOf = (line: string): string => line.split(' ')[1] ?? ''

/**
 * Replaces the rows of a run in the table of docs/performance.md; new ones come last. Rows of other ids stay.
 * Throws if the page has no table between the marks.
 */
export const withFigures = (page: string, run: Run): string => {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`The page has no table between ${BEGIN} and ${END}.`)
  const [head = '', separator = '', ...lines] = page
    .slice(begin + BEGIN.length, end)
    .trim()
    .split('\n')
  const taken = takenIn(run)
  const replaced = Map.groupBy(run.figures, ({ row }) => row)
  const linesOf = (row: string): string[] =>
    (replaced.get(row) ?? []).map((figure) => `${figureLine(figure)} ${taken} |`)
  const oldRows = [...new Set(lines.map(rowOf))]
  const newRows = [...replaced.keys()].filter((row) => !oldRows.includes(row))
  const table = [
    ...oldRows.flatMap((row) => (replaced.has(row) ? linesOf(row) : lines.filter((line) => rowOf(line) === row))),
    ...newRows.flatMap(linesOf),
  ]
  return `${page.slice(0, begin)}${[BEGIN, head, separator, ...table].join('\n')}\n${page.slice(end)}`
}
