/** The values of the cache (`latest`) under which live timing is: by race, what fans see; and all that came, also while paused. */
export const SHOWN_TIMINGS = 'live-timing'
export const KEPT_TIMINGS = 'live-timing-kept'
