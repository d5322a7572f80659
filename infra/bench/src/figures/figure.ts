import type { Comparison } from './alternate.ts'
import type { Spread } from './spread.ts'

/** Limits of docs/quality.md: a figure has to stay at or below, or reach, a number; some are only reported. */
export type Limit = { kind: 'at most' | 'at least'; value: number; of: string } | { kind: 'report' }

/** One line of the table. */
export type Figure = {
  row: string
  /** The row in words. */
  name?: string
  what: string
  against: string
  unit: string
  measured: Spread
  baseline?: Spread
  ratio?: Spread
  limit: Limit
  /** Whether the limit is held; null where there is none. */
  isMet: boolean | null
  /** Cores' share that each process used while it was measured, so that a limit of the load generator is seen. */
  load?: Record<string, number>
  notes?: string[]
}

const holds = (limit: Limit, value: number): boolean | null => {
  if (limit.kind === 'report') return null
  return limit.kind === 'at most' ? value <= limit.value : value >= limit.value
}

type Described = Pick<Figure, 'row' | 'what' | 'against' | 'unit' | 'load' | 'notes'>

/** A figure judged by its ratio to the baseline. */
export const compared = (described: Described, limit: Limit, { subject, baseline, ratio }: Comparison): Figure => ({
  ...described,
  measured: subject,
  baseline,
  ratio,
  limit,
  isMet: holds(limit, ratio.median),
})

/** A figure judged by itself. */
export const absolute = (described: Described, limit: Limit, measured: Spread): Figure => ({
  ...described,
  measured,
  limit,
  isMet: holds(limit, measured.median),
})

export const atMost = (value: number, of = '×'): Limit => ({ kind: 'at most', value, of })
export const atLeast = (value: number, of = '×'): Limit => ({ kind: 'at least', value, of })
export const report: Limit = { kind: 'report' }
