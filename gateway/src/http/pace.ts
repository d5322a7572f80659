/** At least so many bytes move in so many milliseconds. */
export type Pace = { bytes: number; ms: number }

/** How many bytes had moved, and when that was looked at. */
export type Mark = { moved: number; at: number }

/** The mark that what moves next is judged from; undefined where too little has moved since the last one. */
export const keptPace = (mark: Mark | undefined, moved: number, now: number, { bytes, ms }: Pace): Mark | undefined => {
  if (!mark || moved - mark.moved >= bytes) return { moved, at: now }
  return now - mark.at < ms ? mark : undefined
}
