import type { Database, Transaction } from '@purple-sector/database'

/**
 * Whether a race is closed for good, unless race control reopens it, by the database's clock at this moment. A race
 * closed for a write that may not be stored may reopen; an unknown race is open.
 */
export const isLockedForGood = async (sql: Database | Transaction, raceId: number): Promise<boolean> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(
    `select from races where race_id = :raceId and locks_at <= clock_timestamp() and not exists (
       select from provisional_locks where race_id = :raceId and coalesce(fallback > clock_timestamp(), true))`,
    { raceId },
  )
  return rows.length > 0
}
