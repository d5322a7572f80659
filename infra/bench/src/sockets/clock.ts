/** Milliseconds on a clock that all processes of this machine share, finer than `Date.now`. */
export const clock = (): number => performance.timeOrigin + performance.now()
