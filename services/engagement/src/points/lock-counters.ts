import { lockSubject, type Transaction } from '@purple-sector/database'

/**
 * Locks the counters of users exclusively until the transaction ends, for awarding points and counting achievements.
 *
 * Counting grants achievements and thereby awards points: both lock the counters before the totals, to avoid deadlocks.
 */
export const lockCounters = (sql: Transaction, userIds: readonly string[]): Promise<void> =>
  lockSubject(sql, 'exclusive', ...userIds.map((userId) => `counters/${userId}`))
