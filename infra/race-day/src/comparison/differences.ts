/** A value that differs from the expected one. */
export type Difference = { where: string; what: string; expected: string; actual: string }

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))

/** Returns a difference, or none if both values are the same in JSON. */
export const differs = (where: string, what: string, expected: unknown, actual: unknown): Difference[] => {
  const [expectedText, actualText] = [asText(expected), asText(actual)]
  return expectedText === actualText ? [] : [{ where, what, expected: expectedText, actual: actualText }]
}

/** Returns the shortest list of differences among alternatives that may all be right; none without any. */
export const shortestOf = (alternatives: readonly Difference[][]): Difference[] =>
  alternatives.reduce((best, one) => (one.length < best.length ? one : best), alternatives[0] ?? [])

/** Formats one line per difference for the console; counts those beyond the limit. */
export const differencesInWords = (differences: Difference[], limit = 50): string => {
  const lines = differences
    .slice(0, limit)
    .map(({ where, what, expected, actual }) => `${where}: ${what} should be ${expected}, but is ${actual}`)
  const more = differences.length > limit ? [`... and ${differences.length - limit} more`] : []
  return [...lines, ...more].join('\n')
}
