/** One thing that is not as it must be. */
export type Difference = { where: string; what: string; expected: string; actual: string }

const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))

/** A difference, or none when both are the same in JSON. */
export const differs = (where: string, what: string, expected: unknown, actual: unknown): Difference[] => {
  const [wanted, got] = [show(expected), show(actual)]
  return wanted === got ? [] : [{ where, what, expected: wanted, actual: got }]
}

/** A short plain table for the console. */
export const differenceTable = (differences: Difference[], limit = 40): string => {
  const rows = [
    { where: 'where', what: 'what', expected: 'expected', actual: 'actual' },
    ...differences.slice(0, limit),
  ]
  const width = (key: keyof Difference) => Math.min(60, Math.max(...rows.map((row) => row[key].length)))
  const columns = (['where', 'what', 'expected'] as const).map((key) => ({ key, width: width(key) }))
  const lines = rows.map(
    (row) => `${columns.map(({ key, width }) => row[key].padEnd(width)).join('  ')}  ${row.actual}`,
  )
  const more = differences.length > limit ? [`... and ${differences.length - limit} more`] : []
  return [...lines, ...more].join('\n')
}
