import { type Database, type Transaction, table } from '@purple-sector/database'

const rows = table<{ weekend_id: number }>('pending_weekend_removals')

/** SQL: whether there are any. */
export const PENDING_WEEKEND_REMOVALS = 'select from pending_weekend_removals'

/** Deleted weekends that may still have groups. */
export const pendingWeekendRemovals = (sql: Database | Transaction) => ({
  async add(weekendId: number): Promise<void> {
    await rows(sql).insert({ weekend_id: weekendId }).onConflict().ignore()
  },

  async list(): Promise<number[]> {
    return (await rows(sql).orderBy('weekend_id').select('weekend_id')).map(({ weekend_id }) => weekend_id)
  },

  async remove(weekendId: number): Promise<void> {
    await rows(sql).where({ weekend_id: weekendId }).delete()
  },
})
