import type { Span } from '../fans/played-group.ts'
import type { AnnouncedStart, Closure } from './expected-deadlines.ts'
import type { ClockOffset, LockedWindow } from './expected-tips.ts'

type Starts = { starts: AnnouncedStart[]; closures: Closure[] }

/** Delay until tipping knows that a race is running; ms. */
const grace = 2_000
const slack = 100

/**
 * Returns when tips are locked by rules that lock them after the first event.
 * While such rules are in force, that is from the first start of a counting race on: by its status, by a result, or at
 * its start time.
 */
export const lockTipsWindow = (
  { since, until }: { since: Span; until: Span | null },
  { always, ever }: { always: Starts[]; ever: Starts[] },
  { least, most }: ClockOffset,
): LockedWindow => {
  const startOf = ({ starts, closures }: Starts, last: boolean): number => {
    const byStatus = closures.map(({ sent, received }) => (last ? received + most + grace : sent + least))
    const byTime = last ? [starts.at(-1)?.start] : starts.map(({ start }) => start)
    return Math.min(Number.POSITIVE_INFINITY, ...byStatus, ...byTime.filter((start) => start !== undefined))
  }
  const earliest = Math.min(Number.POSITIVE_INFINITY, ...ever.map((one) => startOf(one, false)))
  const latest = Math.min(Number.POSITIVE_INFINITY, ...always.map((one) => startOf(one, true)))
  const end = (at: number | undefined) => at ?? Number.POSITIVE_INFINITY
  return {
    possible: [Math.max(earliest, since.sent + least) - slack, end(until ? until.received + most : undefined) + slack],
    sure: [Math.max(latest, since.received + most) + slack, end(until ? until.sent + least : undefined) - slack],
  }
}
