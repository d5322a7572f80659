import type { Transaction } from '@purple-sector/database'

/**
 * Namespace of the advisory locks that keep tips and closings of one weekend apart. Every transaction that writes a tip
 * takes the shared form: tips go on side by side, only a closing waits for them and holds them up (docs/rules.md, Tips: closing
 * a session and writing a tip exclude each other in the database).
 */
export const WEEKEND_LOCKS = 7_001

/** Taken by whoever closes a session or changes what locks it. Keep the transaction short: tips wait for it. */
export const lockWeekend = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw('select pg_advisory_xact_lock(?, ?)', [WEEKEND_LOCKS, weekendId])
}
