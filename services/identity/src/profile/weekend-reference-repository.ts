import type { Transaction } from '@purple-sector/database'
import { users } from '../tables.ts'

/** The weekends that profiles refer to. */
export const weekendReferences = (sql: Transaction) => ({
  async clear(weekendId: number): Promise<void> {
    await users(sql).where({ selected_weekend_id: weekendId }).update({ selected_weekend_id: null })
    await users(sql).where({ preferred_weekend_id: weekendId }).update({ preferred_weekend_id: null })
  },
})
