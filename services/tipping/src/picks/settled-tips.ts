import { weekendKey } from '@purple-sector/contracts/event'
import { type Database, databaseTime, lockSubject } from '@purple-sector/database'

/**
 * A tip that was judged before a lock may still be under way. Who takes the weekend alone has seen all commit that were
 * judged before, but stops every tip meanwhile. At a lock all groups of the weekend ask at once: one of them does it, for
 * all. Answers a moment after the one asked for, before which every tip has committed.
 */
export const settledTips = (database: Database) => {
  const settled = new Map<number, Promise<Date>>()

  const settle = (weekendId: number): void => {
    const until = database.transaction(async (sql) => {
      await lockSubject(sql, 'exclusive', weekendKey(weekendId))
      return databaseTime(sql)
    })
    settled.set(weekendId, until)
    until.catch(() => settled.get(weekendId) === until && settled.delete(weekendId))
  }

  return async (weekendId: number, moment: Date): Promise<Date> => {
    for (;;) {
      const known = settled.get(weekendId)
      const until = await known
      if (until && until > moment) return until
      // Whoever found the same lack is settling anew by now.
      if (settled.get(weekendId) === known) settle(weekendId)
    }
  }
}
