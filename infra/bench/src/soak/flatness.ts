/** Memory of a process at a time in ms since the first lap. */
export type MemorySample = { at: number; bytes: number }

export type Flatness = {
  /** `too short`: a window may lack a collection, or the floors vary more than the slope. */
  verdict: 'flat' | 'growing' | 'too short'
  /** Memory after a collection, in bytes: the fitted line in the middle of the checked period. */
  level: number
  /** Slope of the line in bytes an hour, its standard error, and the limit. */
  perHour: number
  error: number
  limit: number
  /** Start and end of the line. */
  line: [MemorySample, MemorySample]
}

const HOUR_MS = 3_600_000
/** Share of the time that is warm-up: caches fill, code is compiled, every request has been made once. */
export const WARM_UP = 0.25
/** Number of windows in the remaining time, and the minimum samples in each. */
const [WINDOWS, MIN_SAMPLES] = [5, 3]
/** In a shorter window an idle process may not collect its garbage, which would look like a leak. */
const MIN_WINDOW_MS = 5 * 60_000

/**
 * Returns the allowed growth in bytes an hour: 1/25 of the level, at least 4 MB.
 * That is less than half of the level in a race day of twelve hours, for which every limit of docker-compose.yml has
 * room.
 */
const limitOf = (level: number): number => Math.max(level / 25, 4 * 2 ** 20)

/**
 * Returns the lowest sample of each window: the memory just after a collection.
 * Between two collections a process holds any amount of garbage, a Node on a machine with spare memory hundreds of
 * megabytes.
 */
const floorsOf = (samples: readonly MemorySample[]): MemorySample[] => {
  const first = (window: number) => Math.round((window * samples.length) / WINDOWS)
  return Array.from({ length: WINDOWS }, (_, window) =>
    samples.slice(first(window), first(window + 1)).reduce((least, one) => (one.bytes < least.bytes ? one : least)),
  )
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Fits a line of least squares, with the standard error of its slope.
 * Infinite for fewer than three points.
 */
export const fittedLine = (
  points: readonly { x: number; y: number }[],
): { x: number; y: number; slope: number; error: number } => {
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))]
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
  if (points.length < 3) return { x, y, slope, error: Number.POSITIVE_INFINITY }
  const squaredErrors = points.reduce((sum, point) => sum + (point.y - y - slope * (point.x - x)) ** 2, 0)
  return { x, y, slope, error: Math.sqrt(squaredErrors / (points.length - 2) / spread) }
}

/** Uses the slope itself when its error is within the limit; otherwise only growth beyond doubt counts. */
const verdictOf = (slope: number, error: number, limit: number): Flatness['verdict'] => {
  if (slope - 2 * error > limit) return 'growing'
  if (error > limit) return 'too short'
  return slope > limit ? 'growing' : 'flat'
}

/**
 * Checks whether memory stayed flat: fits a line through the floors of windows after the warm-up.
 * The slope may not exceed a limit per hour. When its standard error exceeds that limit, the run was too short.
 * @throws when there are too few samples for the windows
 */
export const checkFlatness = (samples: readonly MemorySample[], playedMs: number): Flatness => {
  const checkedSamples = samples.filter(({ at }) => at >= WARM_UP * playedMs && at <= playedMs)
  if (checkedSamples.length < WINDOWS * MIN_SAMPLES)
    throw new Error(`${checkedSamples.length} samples after the warm-up are too few for a result.`)
  const { x, y, slope, error } = fittedLine(
    floorsOf(checkedSamples).map(({ at, bytes }) => ({ x: at / HOUR_MS, y: bytes })),
  )
  const pointOnLine = (at: number): MemorySample => ({ at, bytes: y + slope * (at / HOUR_MS - x) })
  const level = pointOnLine(((WARM_UP + 1) / 2) * playedMs).bytes
  const limit = limitOf(level)
  const isLong = (1 - WARM_UP) * playedMs >= WINDOWS * MIN_WINDOW_MS
  return {
    verdict: isLong ? verdictOf(slope, error, limit) : 'too short',
    level,
    perHour: slope,
    error,
    limit,
    line: [pointOnLine(WARM_UP * playedMs), pointOnLine(playedMs)],
  }
}
