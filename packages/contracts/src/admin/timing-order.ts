/* Interprets an order of live timing, for display and for projected points (docs/rules.md, Live timing). */

type Standing = { position: number; status: 'running' | 'pit' | 'out' | 'finished' }

/** Sorts by position; cars that are out are at the end. */
export const inRunningOrder = <Entry extends Standing>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted(
    (one, other) => Number(one.status === 'out') - Number(other.status === 'out') || one.position - other.position,
  )

/** Returns the cars of the first three places, best first; null where that car is not entered, or there is none. */
export const podiumOf = (
  entries: readonly { place: number | null; carId: number | null }[],
): [number | null, number | null, number | null] => {
  const carAt = (place: number) => entries.find((entry) => entry.place === place)?.carId ?? null
  return [carAt(1), carAt(2), carAt(3)]
}

/** Whether the session has the chequered flag and no car runs any more. */
export const hasEnded = ({ flag, entries }: { flag: string; entries: readonly Standing[] }): boolean =>
  flag === 'chequered' && entries.length > 0 && entries.every(({ status }) => status === 'finished' || status === 'out')

/** How long after the last snapshot a session counts as running, and its projected leaderboard is visible. */
export const TIMING_ENDS_AFTER_MS = 10 * 60_000

/** Whether it counts as running at a moment, in ms. */
export const isRunningAt = ({ at }: { at: string }, now: number): boolean => now - Date.parse(at) < TIMING_ENDS_AFTER_MS

/** How long a finished or paused order stays visible while it waits for its result. */
export const ORDER_TTL_MS = 3 * 3_600_000

/** Returns how long after its last snapshot, in ms, a session without a result is visible: equal for all viewers. */
export const seenForMs = ({ flag, isPaused }: { flag: string; isPaused: boolean }): number =>
  flag === 'chequered' || isPaused ? ORDER_TTL_MS : TIMING_ENDS_AFTER_MS
