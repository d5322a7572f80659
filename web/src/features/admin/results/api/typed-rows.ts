import { formatLap } from '../../../../ui/time/format.ts'
import type { Field, Row } from './classification.ts'
import { formatGap, parseGap, parseLap, parseLaps } from './lap-times.ts'

/** Returns the fastest lap in ms, which is marked purple; undefined if there is none. */
export const fastestLap = (rows: readonly Row[]): number | undefined => {
  const laps = rows.flatMap(({ bestLap, status }) => (status === 'out' ? [] : (parseLap(bestLap) ?? [])))
  return laps.length > 0 ? Math.min(...laps) : undefined
}

/** Returns the laps of the first classified row that has any. */
export const leaderLaps = (rows: readonly Row[]): number | undefined => {
  for (const row of rows) {
    const laps = row.status === 'classified' ? parseLaps(row.laps) : undefined
    if (typeof laps === 'number') return laps
  }
  return undefined
}

const PARSERS = { laps: parseLaps, bestLap: parseLap, gap: parseGap }
const ERROR_TEXTS = {
  laps: 'isn’t a number of laps',
  bestLap: 'isn’t a lap time. Type it as 1:20.2983',
  gap: 'isn’t a gap. Type it as +1.204 or +1 lap',
}
const FIELD_NAMES = { laps: 'laps', bestLap: 'best lap', gap: 'gap' }
export const FIELDS = ['laps', 'bestLap', 'gap'] as const

/** Whether the input of a field is valid. */
export const isReadable = (field: Field, text: string): boolean => PARSERS[field](text) !== undefined

/** Describes what is wrong with the input of a field. */
export const problemOf = (field: Field, text: string): string =>
  `${FIELD_NAMES[field]}: “${text.trim()}” ${ERROR_TEXTS[field]}.`

export type Problem = { carId: number; field: Field; message: string }

/** Returns the invalid inputs of all rows. */
export const problemsOf = (rows: readonly Row[]): Problem[] =>
  rows.flatMap((row) =>
    row.status === 'out'
      ? []
      : FIELDS.filter((field) => !isReadable(field, row[field])).map((field) => ({
          carId: row.carId,
          field,
          message: `${row.driver}, ${problemOf(field, row[field])}`,
        })),
  )

/** Returns the row with formatted input; converts a gap in laps to laps. */
export const formatRow = (row: Row, lapsOfLeader: number | undefined): Row => {
  const [laps, bestLap, gap] = [parseLaps(row.laps), parseLap(row.bestLap), parseGap(row.gap)]
  const behind = gap && 'laps' in gap ? gap.laps : 0
  const counted = behind > 0 && laps === null && lapsOfLeader !== undefined ? Math.max(lapsOfLeader - behind, 0) : laps
  return {
    ...row,
    laps: counted === undefined ? row.laps : (counted ?? '').toString(),
    bestLap: bestLap === undefined ? row.bestLap : bestLap === null ? '' : formatLap(bestLap),
    gap: gap === undefined ? row.gap : gap && 'ms' in gap && gap.ms > 0 ? formatGap(gap.ms) : '',
  }
}
