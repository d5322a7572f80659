import type { Database } from '@purple-sector/database'

/** Returns the process ids of the database's backends whose statements wait for a lock. */
export const lockWaiters = async (database: Database): Promise<number[]> => {
  const { rows } = await database.raw<{ rows: { pid: number }[] }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(({ pid }) => pid)
}
