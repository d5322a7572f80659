/** Timeout for effects of events, on a busy machine. */
export const LONG_TIMEOUT = { timeout: 60_000, interval: 100 }
