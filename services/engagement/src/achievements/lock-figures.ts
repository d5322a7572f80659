import { lockSubject, type Transaction } from '@purple-sector/database'

/** Locks the figures of a weekend exclusively, because concurrent updates of many fans would deadlock. */
export const lockFigures = (sql: Transaction, weekendId: number): Promise<void> =>
  lockSubject(sql, 'exclusive', `figures/${weekendId}`)
