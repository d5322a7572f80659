/**
 * How long recent changes are sent to new clients. Longer than a minute, the maximum of `unchangedForMs`: a client that
 * reconnects later fetches everything again.
 */
export const REPLAY_WINDOW_MS = 2 * 60_000
