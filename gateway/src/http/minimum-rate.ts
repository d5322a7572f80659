/** A minimum rate: `bytes` within `ms`. */
export type MinimumRate = { bytes: number; ms: number }

/** The number of transferred bytes, and the time of the measurement. */
export type Progress = { moved: number; at: number }

/** Returns the progress from which the next check measures; undefined if the transfer is slower than the rate. */
export const progressAt = (
  last: Progress | undefined,
  moved: number,
  now: number,
  { bytes, ms }: MinimumRate,
): Progress | undefined => {
  if (!last || moved - last.moved >= bytes) return { moved, at: now }
  return now - last.at < ms ? last : undefined
}
