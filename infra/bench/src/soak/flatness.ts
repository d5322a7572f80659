/** Bytes that a process held at a moment, in ms from the first lap on. */
export type Reading = { at: number; bytes: number }

export type Flatness = {
  /** `too short`: windows in which nothing may have been collected, or floors that swing by more than their line says. */
  verdict: 'flat' | 'growing' | 'too short'
  /** What the process holds after a collection: the line in the middle of what was judged, in bytes. */
  level: number
  /** Of the line, in bytes an hour, its standard error, and what is allowed. */
  perHour: number
  error: number
  limit: number
  /** Where the line begins and ends. */
  line: [Reading, Reading]
}

const HOUR_MS = 3_600_000
/** So much of the time belongs to the warm-up: caches fill, code is compiled, everybody has asked for everything once. */
export const WARM_UP = 0.25
/** What is left is cut into so many windows, each of so many readings at least. */
const [WINDOWS, READINGS] = [5, 3]
/** In shorter windows a quiet process need not have collected anything: its garbage would pass for a leak. */
const SHORTEST_WINDOW_MS = 5 * 60_000

/**
 * A process may grow by a twenty-fifth of its level in an hour: in a race day of twelve hours by less than a half, which
 * every limit of docker-compose.yml leaves room for. Of a small one 4 MB are allowed.
 */
const limitOf = (level: number): number => Math.max(level / 25, 4 * 2 ** 20)

/**
 * The least reading of each window: what a process held just after a collection. Between two of them it holds what it
 * likes, a Node on a machine with memory to spare hundreds of megabytes of garbage, and gives it back.
 */
const floorsOf = (readings: readonly Reading[]): Reading[] => {
  const first = (window: number) => Math.round((window * readings.length) / WINDOWS)
  return Array.from({ length: WINDOWS }, (_, window) =>
    readings.slice(first(window), first(window + 1)).reduce((least, one) => (one.bytes < least.bytes ? one : least)),
  )
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The line of least squares through points, with the standard error of its slope; infinite for fewer than three. */
export const fittedLine = (
  points: readonly { x: number; y: number }[],
): { x: number; y: number; slope: number; error: number } => {
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
  if (points.length < 3) return { x, y, slope, error: Number.POSITIVE_INFINITY }
  const missed = points.reduce((sum, point) => sum + (point.y - y - slope * (point.x - x)) ** 2, 0)
  return { x, y, slope, error: Math.sqrt(missed / (points.length - 2) / spread) }
}

/** A slope counts as it is where it is known to within the limit, and beyond doubt where it is not. */
const soakResult = (slope: number, error: number, limit: number): Flatness['verdict'] => {
  if (slope - 2 * error > limit) return 'growing'
  if (error > limit) return 'too short'
  return slope > limit ? 'growing' : 'flat'
}

/**
 * Whether memory stayed flat: the warm-up aside, a line is laid through the floors of windows, and it may rise by so much
 * an hour. Where its own error is larger than that, the time was too short to say.
 * @throws where the readings are too few for the windows
 */
export const checkFlatness = (readings: readonly Reading[], playedMs: number): Flatness => {
  const judged = readings.filter(({ at }) => at >= WARM_UP * playedMs && at <= playedMs)
  if (judged.length < WINDOWS * READINGS)
    throw new Error(`${judged.length} readings after the warm-up are too few to judge by.`)
  const { x, y, slope, error } = fittedLine(floorsOf(judged).map(({ at, bytes }) => ({ x: at / HOUR_MS, y: bytes })))
  const on = (at: number): Reading => ({ at, bytes: y + slope * (at / HOUR_MS - x) })
  const level = on(((WARM_UP + 1) / 2) * playedMs).bytes
  const limit = limitOf(level)
  const isLong = (1 - WARM_UP) * playedMs >= WINDOWS * SHORTEST_WINDOW_MS
  return {
    verdict: isLong ? soakResult(slope, error, limit) : 'too short',
    level,
    perHour: slope,
    error,
    limit,
    line: [on(WARM_UP * playedMs), on(playedMs)],
  }
}
