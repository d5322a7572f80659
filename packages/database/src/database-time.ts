import type { Database, Transaction } from './open-database.ts'

/**
 * Returns the database's clock at this moment (`clock_timestamp()`, not the start of the transaction).
 *
 * Deadlines are decided by this clock, never by the clock of a service.
 */
export const databaseTime = async (sql: Database | Transaction): Promise<Date> => {
  const { rows } = await sql.raw<{ rows: [{ now: Date }] }>('select clock_timestamp() as now')
  return rows[0].now
}
