import type { Figure } from './figure.ts'
import type { Spread } from './spread.ts'

const digits = (value: number): string => {
  const size = Math.abs(value)
  if (size === 0) return '0'
  if (size >= 100) return value.toLocaleString('en', { maximumFractionDigits: 0 })
  return value.toPrecision(size >= 10 ? 3 : 2)
}

const spread = ({ median, least, most }: Spread): string =>
  least === most ? digits(median) : `${digits(median)} (${digits(least)}–${digits(most)})`

const limitOf = ({ limit }: Figure): string =>
  limit.kind === 'report' ? 'report' : `${limit.kind === 'at most' ? '≤' : '≥'} ${limit.value} ${limit.of}`

const metCell = ({ isMet }: Figure): string => (isMet === null ? '' : isMet ? 'yes' : '**no**')

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** A figure as a line of a Markdown table, from its row to whether it is met. */
export const figureLine = (figure: Figure): string => {
  const { row, name, what, against, unit, measured, baseline, ratio } = figure
  const cells = [
    name ? `${row} ${name}` : row,
    what,
    `${spread(measured)} ${unit}`,
    against,
    baseline ? `${spread(baseline)} ${unit}` : '–',
    ratio ? spread(ratio) : '–',
    limitOf(figure),
    metCell(figure),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** Formats the figures as a Markdown table, followed by the notes of each. */
export const markdownTable = (figures: readonly Figure[]): string => {
  const head = ['row', 'what', 'measured', 'against', 'baseline', 'ratio', 'must reach', 'met']
  const notes = figures.flatMap(({ row, what, against, notes = [], load = {} }) => {
    const loads = Object.entries(load).map(([name, share]) => `${name} ${Math.round(share * 100)} %`)
    const lines = [...notes, ...(loads.length > 0 ? [`share of a core: ${loads.join(', ')}`] : [])]
    const name = against === '–' ? what : `against ${against}`
    return lines.length > 0 ? [`- ${row}, ${name}: ${lines.join('; ')}`] : []
  })
  return [
    `| ${head.join(' | ')} |`,
    `|${' --- |'.repeat(head.length)}`,
    ...figures.map(figureLine),
    '',
    'Median (least–most) of the rounds; baseline and subject in turns, the ratio taken round by round.',
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n')
}
