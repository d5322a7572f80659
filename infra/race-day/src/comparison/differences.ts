/** One thing that is not as it must be. */
export type Difference = { where: string; what: string; expected: string; actual: string }

const show = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))

/** A difference, or none when both are the same in JSON. */
export const differs = (where: string, what: string, expected: unknown, actual: unknown): Difference[] => {
  const [wanted, got] = [show(expected), show(actual)]
  return wanted === got ? [] : [{ where, what, expected: wanted, actual: got }]
}

/** Of what was found by each of several ways, any of which may be right, the least; none without a way. */
export const fewestOf = (found: readonly Difference[][]): Difference[] =>
  found.reduce((best, one) => (one.length < best.length ? one : best), found[0] ?? [])

/** A line in words for each difference, for the console; those beyond the limit are counted. */
export const differencesInWords = (differences: Difference[], limit = 50): string => {
  const lines = differences
    .slice(0, limit)
    .map(({ where, what, expected, actual }) => `${where}: ${what} should be ${expected}, but is ${actual}`)
  const more = differences.length > limit ? [`... and ${differences.length - limit} more`] : []
  return [...lines, ...more].join('\n')
}
