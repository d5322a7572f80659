import type { Database, Transaction } from '@purple-sector/database'

/** Whether a session takes no more tips, by the database's clock at this moment. One tipping does not know is open. */
export const isLockedNow = async (sql: Database | Transaction, raceId: number): Promise<boolean> =>
  (await sql('sessions').where({ race_id: raceId }).whereRaw('locks_at <= clock_timestamp()').first('race_id')) !==
  undefined
