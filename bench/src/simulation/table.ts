export const whole = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 })
export const share = (use: number): string => `${Math.round(use * 100)} %`

/** How far what is said lies from what is, in percent. */
export const off = (simulated: number, measuredOf: number): string => {
  const percent = Math.round((simulated / measuredOf - 1) * 100)
  return `${percent > 0 ? '+' : ''}${percent} %`
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** In Markdown. */
export const table = (head: readonly string[], rows: readonly string[][]): string =>
  [lineOf(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(lineOf)].join('\n')
