import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import { findLockReview } from './lock-read-model.ts'

/**
 * Returns when a race locks, and how many tips were submitted after a moment; counts only, because tips may still be
 * secret.
 */
export const reviewLock =
  ({ database }: { database: Database }) =>
  async ({
    params: { raceId },
    query: { at },
  }: ParsedCall<typeof calls.reviewLock>): Promise<CallAnswer<typeof calls.reviewLock>> => {
    const race = await findLockReview(database, raceId, at)
    if (!race) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
    return {
      now: (await databaseTime(database)).toISOString(),
      locksAt: race.locksAt?.toISOString() ?? null,
      closesAt: (race.closedAt ?? race.locksAt)?.toISOString() ?? null,
      reopened: race.reopened,
      lateTips: race.lateTips,
    }
  }
