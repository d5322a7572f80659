import { weekendSubject } from '@purple-sector/contracts/event'
import { type Database, databaseTime, lockSubject } from '@purple-sector/database'
import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'

/** Maximum number of cached weekends. */
const MAX_CACHED = 1_000

/**
 * Waits until the tips that were accepted before a lock have committed.
 *
 * The weekend's exclusive lock waits for these tips and blocks all others meanwhile. At a lock all groups of the
 * weekend are requested at once, so one wait serves them all. Returns a moment later than `moment`; all tips from
 * before it have committed.
 */
export const committedTips = (database: Database) => {
  const committedMoments = ttlCache<number, Date>({ maxEntries: MAX_CACHED })

  const waitForCommits = (weekendId: number): Promise<Date> =>
    database.transaction(async (sql) => {
      await lockSubject(sql, 'exclusive', weekendSubject(weekendId))
      return databaseTime(sql)
    })

  return async (weekendId: number, moment: Date): Promise<Date> => {
    const isAfterMoment = (committedUntil: Date): boolean => committedUntil > moment
    for (;;) {
      const committedUntil = await committedMoments.get(weekendId, () => waitForCommits(weekendId), isAfterMoment)
      if (isAfterMoment(committedUntil)) return committedUntil
    }
  }
}
