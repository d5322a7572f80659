import { isLocked, type RaceLock } from '@purple-sector/contracts/race-lock'

/** A lock made for a write that may never be stored: `fallback` is when the race locks without it. */
export type ProvisionalLock = { fallback: Date | null }

/** Returns the lock of a race whose write was not stored: any other reason to lock it still applies. */
export const withoutAttempt = (
  { locksAt }: Pick<RaceLock, 'locksAt'>,
  { fallback }: ProvisionalLock,
  now: Date,
): Date | null => (isLocked({ locksAt: fallback }, now) ? locksAt : fallback)
