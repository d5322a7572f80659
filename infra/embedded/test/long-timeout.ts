/** For what follows by events, on a machine that is busy. */
export const LONG_TIMEOUT = { timeout: 60_000, interval: 100 }
