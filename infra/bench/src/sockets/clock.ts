/** Milliseconds on a clock shared by all processes of this machine, finer than `Date.now`. */
export const clock = (): number => performance.timeOrigin + performance.now()
