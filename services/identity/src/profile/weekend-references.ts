import type { Transaction } from '@purple-sector/database'

/** The weekends that profiles point to. */
export const weekendReferences = (sql: Transaction) => ({
  /** Whoever points a profile to the weekend keeps it from being cleared at the same time. */
  async keep(weekendId: number): Promise<void> {
    await sql.raw(`select pg_advisory_xact_lock_shared(hashtextextended('weekend/' || ?::int, 0))`, [weekendId])
  },

  async clear(weekendId: number): Promise<void> {
    await sql.raw(`select pg_advisory_xact_lock(hashtextextended('weekend/' || ?::int, 0))`, [weekendId])
    await sql('users').where({ selected_weekend_id: weekendId }).update({ selected_weekend_id: null })
    await sql('users').where({ preferred_weekend_id: weekendId }).update({ preferred_weekend_id: null })
  },
})
