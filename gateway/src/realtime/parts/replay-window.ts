/**
 * How long recent changes are sent to new clients. Longer than a minute, the most that `unchangedForMs` claims: a
 * client that returns later fetches everything again.
 */
export const REPLAY_WINDOW_MS = 2 * 60_000
