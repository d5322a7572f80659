/** Words of PromQL that are neither metrics nor functions, which are followed by a parenthesis. */
const KEYWORDS = new Set(['and', 'or', 'unless', 'offset', 'bool', 'inf', 'nan'])

/** Text that has no metric: strings, matchers, ranges, and lists of labels. */
const WITHOUT_METRICS = [
  /"(?:\\.|[^"\\])*"/g,
  /\{[^}]*\}/g,
  /\[[^\]]*\]/g,
  /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g,
]

/** Returns the names of the metrics that a PromQL expression reads, each once, sorted. */
export const metricNames = (expression: string): string[] => {
  const rest = WITHOUT_METRICS.reduce((text, pattern) => text.replaceAll(pattern, ' '), expression)
  const names = [...rest.matchAll(/(?<![\w:.$])[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g)].map(([name]) => name)
  return [...new Set(names.filter((name) => !KEYWORDS.has(name.toLowerCase())))].sort()
}
