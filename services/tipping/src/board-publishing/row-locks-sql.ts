import { weekendKey } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'

/** Locks that a scoring also acquires, in this order: rows of weekends, a race's row, the events' keys. */
export const rowLocks = (sql: Transaction) => ({
  async weekend(weekendId: number): Promise<void> {
    await sql.raw('select from weekends where id = ? for no key update', [weekendId])
  },

  async weekends(weekendIds: readonly number[]): Promise<void> {
    await sql.raw('select from weekends where id = any(?::integer[]) order by id for no key update', [[...weekendIds]])
  },

  /** Does not wait: returns false while another transaction has the lock, and for a deleted weekend. */
  async tryWeekend(weekendId: number): Promise<boolean> {
    const { rows } = await sql.raw<{ rows: unknown[] }>(
      'select from weekends where id = ? and not deleted for no key update skip locked',
      [weekendId],
    )
    return rows.length > 0
  },

  async race(raceId: number): Promise<void> {
    await sql.raw('select from races where race_id = ? for no key update', [raceId])
  },

  /** All keys in one statement: all writers lock keys in the same order. */
  async eventKeys(weekendIds: readonly number[]): Promise<void> {
    await sql.raw('select outbox_lock_keys(?::text[])', [weekendIds.map(weekendKey)])
  },
})
