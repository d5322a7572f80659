import type { Result, ResultRevision } from '@purple-sector/contracts/admin/http'

/**
 * Returns the result that was withdrawn last, from the revisions of a race, newest first. Null if a result is
 * published, or if there was none before the session was cancelled.
 */
export const withdrawnResult = (raceId: number, revisions: readonly ResultRevision[]): Result | null => {
  const withdrawal = revisions.find(({ changes }) => changes.length > 0)
  if (withdrawal?.status !== 'cancelled') return null
  return {
    raceId,
    revision: withdrawal.revision - 1,
    status: 'official',
    reason: null,
    publishedAt: withdrawal.publishedAt,
    classification: withdrawal.changes.flatMap(({ carId, car, before }) => (before ? [{ ...before, carId, car }] : [])),
  }
}
