import type { Comparison } from './alternate.ts'
import type { Spread } from './spread.ts'

/** Limits of docs/quality.md: a maximum, a minimum, or none for figures that are only reported. */
export type Limit = { kind: 'at most' | 'at least'; value: number; of: string } | { kind: 'report' }

/** One line of the table. */
export type Figure = {
  row: string
  /** The description of the row. */
  name?: string
  what: string
  against: string
  unit: string
  measured: Spread
  baseline?: Spread
  ratio?: Spread
  limit: Limit
  /** Whether the limit is met; null when there is none. */
  isMet: boolean | null
  /** CPU cores used by each process, which show when the load generator was the limit. */
  load?: Record<string, number>
  notes?: string[]
}

const isLimitMet = (limit: Limit, value: number): boolean | null => {
  if (limit.kind === 'report') return null
  return limit.kind === 'at most' ? value <= limit.value : value >= limit.value
}

type FigureDescription = Pick<Figure, 'row' | 'what' | 'against' | 'unit' | 'load' | 'notes'>

/** Builds a figure that is checked by its ratio to the baseline. */
export const compared = (
  description: FigureDescription,
  limit: Limit,
  { subject, baseline, ratio }: Comparison,
): Figure => ({
  ...description,
  measured: subject,
  baseline,
  ratio,
  limit,
  isMet: isLimitMet(limit, ratio.median),
})

/** Builds a figure that is checked by its own value. */
export const absolute = (description: FigureDescription, limit: Limit, measured: Spread): Figure => ({
  ...description,
  measured,
  limit,
  isMet: isLimitMet(limit, measured.median),
})

export const atMost = (value: number, of = '×'): Limit => ({ kind: 'at most', value, of })
export const atLeast = (value: number, of = '×'): Limit => ({ kind: 'at least', value, of })
export const report: Limit = { kind: 'report' }
