import type { Difference } from '../comparison/differences.ts'
import { lockLead } from '../race-control/race-control-steps.ts'
import type { ClockOffset, Gap } from './expected-tips.ts'

/** An action of race control that may lock a race; `sent` and `received` by the player's clock. */
export type Closure = { sent: number; received: number }
/** A start that the product was given, in product time; `reported` is null for the start at creation. */
export type AnnouncedStart = {
  start: number
  reported: Closure | null
  reopens?: boolean
  /** From the reply; null if nothing locks the race. */
  deadline?: number | null
}

export type RaceHistory = { race: string; starts: AnnouncedStart[]; closures: Closure[] }

/** Delay that the rules allow until a closure reaches tipping; ms. */
const grace = 2_000
const slack = 100

/**
 * Computes the range in which a race must have locked.
 * A race locks at start minus 2 minutes, or at the first status, result or snapshot that closed it. A move counts
 * unless it came within the grace period of the old or new lock, where either is right; a reopening always counts.
 */
const deadlineRange = (
  { starts, closures }: RaceHistory,
  { least, most }: ClockOffset,
): { from: number; to: number } => {
  let range = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  for (const { start, reported, reopens } of starts) {
    const lock = start - lockLead
    if (!reported) {
      range = { from: lock, to: lock }
      continue
    }
    const [at, effectiveAt] = [reported.sent + least - slack, reported.received + most + grace + slack]
    if (reopens) {
      range =
        lock < effectiveAt ? { from: Math.max(lock, at), to: Math.max(lock, effectiveAt) } : { from: lock, to: lock }
      continue
    }
    if (range.to < at) break
    const isClose = range.from < effectiveAt || lock < effectiveAt
    range = isClose
      ? { from: Math.min(range.from, Math.max(lock, at)), to: Math.max(range.to, lock, effectiveAt) }
      : { from: lock, to: lock }
  }
  for (const closure of closures) {
    range.from = Math.min(range.from, closure.sent + least - slack)
    range.to = Math.min(range.to, closure.received + most + grace + slack)
  }
  return range
}

/** Returns the history since the last reopening, as if it had started then. */
const sinceReopened = ({ race, starts, closures }: RaceHistory): RaceHistory => {
  const last = starts.findLastIndex(({ reopens }) => reopens)
  const opened = starts[last]?.reported
  if (!opened) return { race, starts, closures }
  return { race, starts: starts.slice(last), closures: closures.filter(({ sent }) => sent > opened.sent) }
}

/** Returns the periods between each lock and the reopening after it. */
export const gapsOf = ({ race, starts, closures }: RaceHistory, offset: ClockOffset): Gap[] =>
  starts.flatMap(({ reported, reopens }, i) => {
    if (!reopens || !reported) return []
    const before = closures.filter(({ sent }) => sent < reported.sent)
    const locked = deadlineRange(sinceReopened({ race, starts: starts.slice(0, i), closures: before }), offset)
    return [
      {
        possible: [locked.from - slack, reported.received + offset.most + grace + slack],
        sure: [locked.to + slack, reported.sent + offset.least - slack],
      },
    ]
  })

/** Compares the reported deadline of a race with its history; null is right only if it never locked. */
export const checkDeadline = (history: RaceHistory, deadline: number | null, offset: ClockOffset): Difference[] => {
  const { from, to } = deadlineRange(sinceReopened(history), offset)
  const at = deadline ?? Number.POSITIVE_INFINITY
  if (from <= at && at <= to) return []
  return [{ where: history.race, what: 'deadline', expected: `${iso(from)} to ${iso(to)}`, actual: iso(at) }]
}

const iso = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : 'never')
