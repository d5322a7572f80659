/** The values of the cache (`latest`) under which live timing is: by race, what fans see; and all that came, also while paused. */
export const VISIBLE_TIMINGS = 'live-timing'
export const LAST_TIMINGS = 'live-timing-kept'

/** For so long after its last snapshot, in ms, the cache has a session. After that it is history: the database has it. */
export const TIMINGS_TTL_MS = 24 * 3_600_000
