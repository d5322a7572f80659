import { weekendKey } from '@purple-sector/contracts/event'
import { type Database, databaseTime, lockSubject } from '@purple-sector/database'
import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'

/** Weekends. */
const MAX_CACHED = 1_000

/**
 * A tip that was judged before a lock may still be under way. Who takes the weekend alone has seen all commit that were
 * judged before, but stops every tip meanwhile. At a lock all groups of the weekend ask at once: one of them does it, for
 * all. Answers a moment after the one asked for, before which every tip has committed.
 */
export const committedTips = (database: Database) => {
  const committedMoments = ttlCache<number, Date>({ maxEntries: MAX_CACHED })

  const waitForCommits = (weekendId: number): Promise<Date> =>
    database.transaction(async (sql) => {
      await lockSubject(sql, 'exclusive', weekendKey(weekendId))
      return databaseTime(sql)
    })

  return async (weekendId: number, moment: Date): Promise<Date> => {
    const isAfter = (until: Date): boolean => until > moment
    for (;;) {
      const until = await committedMoments.get(weekendId, () => waitForCommits(weekendId), isAfter)
      if (isAfter(until)) return until
    }
  }
}
