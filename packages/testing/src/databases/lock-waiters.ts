import type { Database } from '@purple-sector/database'

/**
 * Returns the process ids of the database's backends whose statements wait for a lock; with `fragment` of statements
 * that contain this text.
 */
export const lockWaiters = async (database: Database, fragment = ''): Promise<number[]> => {
  const { rows } = await database.raw<{ rows: { pid: number }[] }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and position(:fragment in query) > 0`,
    { fragment },
  )
  return rows.map(({ pid }) => pid)
}
