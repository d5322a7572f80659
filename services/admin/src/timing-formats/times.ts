import { MAX_NUMBER_CHARS } from '@purple-sector/service-kit/data/parsing-limits'

/** The longest time of a result: a day. */
const MAX_MS = 86_400_000

const CLOCK = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,6}))?$/

/** Removes the marks of a lap: the fastest, a record. */
const withoutMarks = (text: string): string => text.replace(/^[*Rr]{1,3}/, '').replace(/[*Rr]{1,3}$/, '')

/** Trims a cell; '' if it is longer than any figure. */
const figureOf = (cell: string): string => (cell.length > MAX_NUMBER_CHARS ? '' : cell.trim())

/** Parses `1:41.0230*`, `31:02.4410`, `1:02:03.4`, `80.2983` to ms, to a tenth; undefined if it is no time. */
export const parseTime = (text: string): number | undefined => {
  const match = CLOCK.exec(withoutMarks(figureOf(text)))
  if (!match) return undefined
  const [, hours, minutes, seconds = '0', fraction = ''] = match
  if (minutes !== undefined && Number(seconds) > 59) return undefined
  if (hours !== undefined && Number(minutes) > 59) return undefined
  const totalSeconds = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds)
  const ms = (totalSeconds * 10_000 + Number(fraction.slice(0, 4).padEnd(4, '0'))) / 10
  return ms <= MAX_MS ? ms : undefined
}

const LAPS_DOWN = /^\+?\s*(\d{1,4})\s*l(?:aps?)?\.?$/i

export type Gap = { gapMs: number } | { lapsDown: number }

/** Parses a gap to the first, `+1.5510` or `1 lap`; undefined if it is no gap. */
export const parseGap = (text: string): Gap | undefined => {
  const figure = figureOf(text)
  const laps = LAPS_DOWN.exec(figure)
  if (laps) return { lapsDown: Number(laps[1]) }
  const ms = parseTime(figure.replace(/^\+\s*/, ''))
  return ms === undefined ? undefined : { gapMs: Math.round(ms) }
}

/** Parses whole laps; undefined if they are none. */
export const parseLaps = (text: string): number | undefined => {
  const figure = figureOf(text)
  return /^\d{1,5}$/.test(figure) && Number(figure) <= 10_000 ? Number(figure) : undefined
}
