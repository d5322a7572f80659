/** How long before its start a session locks (docs/rules.md, Sessions). */
const LOCK_LEAD_MS = 2 * 60_000

/**
 * What this service knows of a session's lock. Tipping decides when a session locks and tells it by event; until that
 * event is here, the writer of a change must still see the lock that follows from it. So two things are kept: what
 * tipping told last, and what the rules make of the writes seen here.
 */
export type LockKnowledge = { toldLockAt: Date | null; ownLockAt: Date | null; reopenedAt: Date | null }

/**
 * When the session locks or locked. What tipping told counts as soon as it says "locked": only tipping knows of early
 * closings. A lock told from before a reopening is history. As long as tipping says "open", its moment is either the
 * one computed here or an older one whose successor is on its way.
 */
export const deadlineOf = ({ toldLockAt, ownLockAt, reopenedAt }: LockKnowledge, now: Date): Date | null => {
  const isLockedByTipping =
    toldLockAt !== null && toldLockAt <= now && (reopenedAt === null || toldLockAt >= reopenedAt)
  return isLockedByTipping ? toldLockAt : ownLockAt
}

/** At the very moment of its deadline a session is locked. */
export const isLocked = (lock: LockKnowledge, now: Date): boolean => {
  const deadline = deadlineOf(lock, now)
  return deadline !== null && deadline <= now
}

/** When a session with this start locks by the clock alone. */
export const plannedLock = (startsAt: Date | null): Date | null =>
  startsAt && new Date(startsAt.getTime() - LOCK_LEAD_MS)

/** A session that moves while open locks by its new time, but never before the move (docs/rules.md, Sessions). */
export const movedLock = (startsAt: Date | null, now: Date): Date | null => {
  const planned = plannedLock(startsAt)
  return planned !== null && planned < now ? now : planned
}

/** The lock after a closing: an earlier one stays. */
export const closedLock = (ownLockAt: Date | null, closedAt: Date): Date =>
  ownLockAt !== null && ownLockAt < closedAt ? ownLockAt : closedAt
