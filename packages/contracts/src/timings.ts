/** Cache keys (`latest`) of live timing by race: what fans see; and everything that came, also while paused. */
export const VISIBLE_TIMINGS = 'live-timing'
export const LAST_TIMINGS = 'live-timing-kept'

/** How long, in ms, the cache keeps a session after its last snapshot. Afterwards it is in the database only. */
export const TIMINGS_TTL_MS = 24 * 3_600_000
