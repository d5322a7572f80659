export const formatWhole = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 })
export const formatShare = (use: number): string => `${Math.round(use * 100)} %`

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Formats a table in Markdown. */
export const table = (head: readonly string[], rows: readonly string[][]): string =>
  [lineOf(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(lineOf)].join('\n')
