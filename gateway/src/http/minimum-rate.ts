/** At least so many bytes move in so many milliseconds. */
export type MinimumRate = { bytes: number; ms: number }

/** How many bytes had moved, and when that was looked at. */
export type Progress = { moved: number; at: number }

/** The progress that what moves next is judged from; undefined where too little has moved since the last one. */
export const progressAt = (
  last: Progress | undefined,
  moved: number,
  now: number,
  { bytes, ms }: MinimumRate,
): Progress | undefined => {
  if (!last || moved - last.moved >= bytes) return { moved, at: now }
  return now - last.at < ms ? last : undefined
}
