/*
 * Decides when a race locks. Tipping decides it by its clock and under its lock; weekends shows the lock that follows
 * from a write until tipping has published it. Both use this rule, so the displayed lock is correct even while tipping
 * is unavailable.
 */

/** How long before its start a race locks (docs/rules.md, Races). */
export const LOCK_LEAD_MS = 2 * 60_000

/** The known lock of a race. `locksAt` is null while the race has neither time nor result. */
export type RaceLock = { locksAt: Date | null; startsAt: Date | null; reopened: number }

/** The current state of the race at weekends. */
export type RaceState = {
  startTime: Date | null
  status: 'upcoming' | 'running' | 'completed'
  reopened: number
}

/** Whether the race is locked: it is open before the moment of its lock, and locked at that very moment. */
export const isLocked = (lock: { locksAt: Date | null }, now: Date): boolean =>
  lock.locksAt !== null && lock.locksAt <= now

const earlier = (a: Date | null, b: Date): Date => (a !== null && a < b ? a : b)
const later = (a: Date, b: Date): Date => (a > b ? a : b)
const leadOf = (start: Date): Date => new Date(start.getTime() - LOCK_LEAD_MS)
const sameInstant = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()

/** Returns the lock of a race that closes now: an earlier lock stays. */
export const closedAt = (locksAt: Date | null, now: Date): Date => earlier(locksAt, now)

/**
 * Returns the lock of a race after a change to this state (docs/rules.md, Races). A locked race stays locked unless it
 * was reopened; a move never sets the lock before the time of the move; a running or completed race is closed.
 */
export const decideLock = (known: RaceLock | undefined, race: RaceState, now: Date): Date | null => {
  const planned = race.startTime === null ? null : leadOf(race.startTime)
  const closes = race.status !== 'upcoming'
  if (!known) return closes ? closedAt(planned, now) : planned
  const reopens = race.reopened > known.reopened
  if (isLocked(known, now) && !reopens) return known.locksAt
  const moved = reopens || !sameInstant(known.startsAt, race.startTime)
  const locksAt = !moved ? known.locksAt : planned === null ? null : later(planned, now)
  return closes ? closedAt(locksAt, now) : locksAt
}
