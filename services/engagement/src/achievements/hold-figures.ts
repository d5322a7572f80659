import { lockSubject, type Transaction } from '@purple-sector/database'

/** Whoever writes many fans' figures of a weekend has them alone: two would wait for each other in a circle. */
export const holdFigures = (sql: Transaction, weekendId: number): Promise<void> =>
  lockSubject(sql, 'exclusive', `figures/${weekendId}`)
