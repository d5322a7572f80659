/* How an order of live timing is read, by whoever shows it or awards points for it (docs/rules.md, Live timing). */

type Standing = { position: number; status: 'running' | 'pit' | 'out' | 'finished' }

/** By position; cars that are out stand at the end. */
export const inRunningOrder = <Entry extends Standing>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted(
    (one, other) => Number(one.status === 'out') - Number(other.status === 'out') || one.position - other.position,
  )

/** The cars that would earn points, best first: of the first three places; null where that car is not entered, or there is none. */
export const podiumOf = (
  entries: readonly { place: number | null; carId: number | null }[],
): [number | null, number | null, number | null] => {
  const carAt = (place: number) => entries.find((entry) => entry.place === place)?.carId ?? null
  return [carAt(1), carAt(2), carAt(3)]
}

/** Chequered, and nobody runs any more. */
export const hasEnded = ({ flag, entries }: { flag: string; entries: readonly Standing[] }): boolean =>
  flag === 'chequered' && entries.length > 0 && entries.every(({ status }) => status === 'finished' || status === 'out')

/** For so long after the last snapshot a session counts as running, and its board as it stands is shown. */
export const TIMING_ENDS_AFTER_MS = 10 * 60_000

/** Whether it counts as running at a moment, in ms. */
export const isRunningAt = ({ at }: { at: string }, now: number): boolean => now - Date.parse(at) < TIMING_ENDS_AFTER_MS

/** For so long an order to which nothing is added waits for its result, and is seen: after the flag, or while timing is paused. */
export const ORDER_TTL_MS = 3 * 3_600_000

/** How long after its last snapshot, in ms, a session is seen that has no result: the same for who watched it and who comes. */
export const seenForMs = ({ flag, isPaused }: { flag: string; isPaused: boolean }): number =>
  flag === 'chequered' || isPaused ? ORDER_TTL_MS : TIMING_ENDS_AFTER_MS
