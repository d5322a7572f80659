/** Longest time that the contract accepts: a day, in ms. */
const MAX_MS = 86_400_000

const CLOCK = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,5})(?:\.(\d{1,4}))?$/

/** Parses `1:20.2983`, `80.2983` and `1:20` to milliseconds with tenths; undefined if invalid. */
const parseClock = (text: string): number | undefined => {
  const match = CLOCK.exec(text)
  if (!match) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  if (match[2] !== undefined && (Number(seconds) > 59 || (match[1] !== undefined && Number(minutes) > 59)))
    return undefined
  const wholeSeconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  const milliseconds = (wholeSeconds * 10_000 + Number(fraction.padEnd(4, '0'))) / 10
  return milliseconds <= MAX_MS ? milliseconds : undefined
}

const isEmpty = (text: string): boolean => /^[-–—]?$/.test(text)

/** Parses a lap time to milliseconds; null if empty, undefined if invalid. */
export const parseLap = (text: string): number | null | undefined => {
  const typed = text.trim()
  if (isEmpty(typed)) return null
  const milliseconds = parseClock(typed)
  return milliseconds !== undefined && milliseconds >= 1 ? milliseconds : undefined
}

/** Parses a whole number of laps; null if empty, undefined if invalid. */
export const parseLaps = (text: string): number | null | undefined => {
  const typed = text.trim()
  if (isEmpty(typed)) return null
  return /^\d{1,5}$/.test(typed) && Number(typed) <= 10_000 ? Number(typed) : undefined
}

export type Gap = { ms: number } | { laps: number } | null

/** Parses a gap to the winner, `+3.817` or `+1 lap`; null if empty, undefined if invalid. */
export const parseGap = (text: string): Gap | undefined => {
  const typed = text.trim().replace(/^\+\s*/, '')
  if (isEmpty(typed)) return null
  const laps = /^(\d{1,4})\s*l(?:aps?)?\.?$/i.exec(typed)
  if (laps) return { laps: Number(laps[1]) }
  const milliseconds = parseClock(typed)
  return milliseconds === undefined ? undefined : { ms: Math.round(milliseconds) }
}

/** Formats a gap: `+3.817`, from a minute on `+1:03.817`. */
export const formatGap = (milliseconds: number): string => {
  const minutes = Math.floor(milliseconds / 60_000)
  const seconds = ((milliseconds % 60_000) / 1_000).toFixed(3)
  return minutes > 0 ? `+${minutes}:${seconds.padStart(6, '0')}` : `+${seconds}`
}

/** Formats a gap in laps: `+1 lap`. */
export const formatLapsDown = (laps: number): string => `+${laps} ${laps === 1 ? 'lap' : 'laps'}`
