/** A minimum rate: `bytes` within `ms`. */
export type MinimumRate = { bytes: number; ms: number }

/** How many bytes had moved, and when that was measured. */
export type Progress = { moved: number; at: number }

/** The progress from which the next check measures; undefined where less than the rate has moved since the last one. */
export const progressAt = (
  last: Progress | undefined,
  moved: number,
  now: number,
  { bytes, ms }: MinimumRate,
): Progress | undefined => {
  if (!last || moved - last.moved >= bytes) return { moved, at: now }
  return now - last.at < ms ? last : undefined
}
