import { isLocked, type RaceLock } from '@purple-sector/contracts/race-lock'

/** A lock made for a write that may never be stored: `otherwise` is when the race locks without it. */
export type ProvisionalLock = { fallback: Date | null }

/** The lock once it is known that what it was made for is not stored: what locked the race besides stays. */
export const withoutAttempt = (
  { locksAt }: Pick<RaceLock, 'locksAt'>,
  { fallback }: ProvisionalLock,
  now: Date,
): Date | null => (isLocked({ locksAt: fallback }, now) ? locksAt : fallback)
