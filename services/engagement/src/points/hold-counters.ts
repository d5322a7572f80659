import { lockSubject, type Transaction } from '@purple-sector/database'

/**
 * Of those who award these fans points or count what they have done, one goes after the other, to the end of the
 * transaction. Whoever counts grants, and so awards: held before the totals, by both, or each would wait for the other.
 */
export const holdCounters = (sql: Transaction, userIds: readonly string[]): Promise<void> =>
  lockSubject(sql, 'exclusive', ...userIds.map((userId) => `counters/${userId}`))
