import { lockSubject, type Transaction } from '@purple-sector/database'

/** Locks the statistics of a weekend exclusively, because concurrent updates of many users would deadlock. */
export const lockWeekendStatistics = (sql: Transaction, weekendId: number): Promise<void> =>
  lockSubject(sql, 'exclusive', `figures/${weekendId}`)
