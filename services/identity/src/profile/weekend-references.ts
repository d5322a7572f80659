import type { Transaction } from '@purple-sector/database'

/** The weekends that profiles point to. */
export const weekendReferences = (sql: Transaction) => ({
  async clear(weekendId: number): Promise<void> {
    await sql('users').where({ selected_weekend_id: weekendId }).update({ selected_weekend_id: null })
    await sql('users').where({ preferred_weekend_id: weekendId }).update({ preferred_weekend_id: null })
  },
})
