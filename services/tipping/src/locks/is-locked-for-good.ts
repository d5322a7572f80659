import type { Database, Transaction } from '@purple-sector/database'

/**
 * Whether a race takes no more tips and never will, unless race control reopens it, by the database's clock at this
 * moment. One closed for a result that is not known to be stored may open again; one tipping does not know is open.
 */
export const isLockedForGood = async (sql: Database | Transaction, raceId: number): Promise<boolean> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(
    `select from sessions where race_id = :raceId and locks_at <= clock_timestamp() and not exists (
       select from provisional_locks where race_id = :raceId and coalesce(otherwise > clock_timestamp(), true))`,
    { raceId },
  )
  return rows.length > 0
}
