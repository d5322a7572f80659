/** Who comes back after longer reads everything anew, as `quietMs` never says more than a minute. */
export const LATELY_MS = 2 * 60_000
