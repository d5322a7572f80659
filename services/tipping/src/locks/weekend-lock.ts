import type { Transaction } from '@purple-sector/database'

/** Namespace of the advisory locks that keep tips and closings of one weekend apart. */
const WEEKEND_LOCKS = 7_001

/**
 * Taken by every transaction that writes a tip of the weekend. Tips go on side by side; only a closing waits for them
 * and holds them up (rules, Tips: closing a session and writing a tip exclude each other in the database).
 */
export const lockWeekendShared = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw('select pg_advisory_xact_lock_shared(?, ?)', [WEEKEND_LOCKS, weekendId])
}

/** Taken by whoever closes a session or changes what locks it. Keep the transaction short: tips wait for it. */
export const lockWeekend = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw('select pg_advisory_xact_lock(?, ?)', [WEEKEND_LOCKS, weekendId])
}
