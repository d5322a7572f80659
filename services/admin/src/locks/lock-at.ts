import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { clockTime, dayIn } from '@purple-sector/service-kit/data/zoned-days'
import { badRequest, type Issue } from '@purple-sector/service-kit/errors'
import type { LockReview } from '../tipping-client.ts'

type WeekendDays = Pick<Weekend, 'startDate' | 'timeZone'>

const rejectMoment = (code: string, message: string): never => {
  const issues: Issue[] = [{ path: 'at', message }]
  throw badRequest(code, message, issues)
}

/**
 * Throws if a race cannot be locked at `at`.
 * `LOCK_IN_FUTURE`; `LOCK_TOO_LATE` after it closed for tips; `LOCK_TOO_EARLY` before the first day of its weekend.
 */
export const assertLockable = (at: Date, { now, closesAt }: LockReview, { startDate, timeZone }: WeekendDays): void => {
  if (at > new Date(now)) rejectMoment('LOCK_IN_FUTURE', 'A session can be locked at a moment that has passed.')
  if (closesAt !== null && at > new Date(closesAt))
    rejectMoment('LOCK_TOO_LATE', `Tips closed at ${clockTime(timeZone, new Date(closesAt))}: it cannot lock later.`)
  if (dayIn(timeZone, at) < startDate) rejectMoment('LOCK_TOO_EARLY', 'That is before the first day of the weekend.')
}

/** Returns why a result is published again: race control's reason, else a default. */
export const reasonOf = (reason: string | null | undefined, at: Date, timeZone: string): string =>
  reason || `The session started at ${clockTime(timeZone, at)}: changes of tips after that do not count.`
