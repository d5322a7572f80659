import type { Result, ResultRevision } from '@purple-sector/contracts/admin/http'

/**
 * Returns the result that was last in force before the race was cancelled, from its revisions, newest first. Null if a
 * result is in force, or if none ever was.
 */
export const lastResultBeforeCancellation = (raceId: number, revisions: readonly ResultRevision[]): Result | null => {
  const cancellation = revisions.find(({ changes }) => changes.length > 0)
  if (cancellation?.status !== 'cancelled') return null
  return {
    raceId,
    revision: cancellation.revision - 1,
    status: 'official',
    reason: null,
    publishedAt: cancellation.publishedAt,
    classification: cancellation.changes.flatMap(({ carId, car, before }) =>
      before ? [{ ...before, carId, car }] : [],
    ),
  }
}
