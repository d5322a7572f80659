import type { Database } from '@purple-sector/database'

/**
 * A correction changes an award where it lies, which writes to no index as long as its page has room. Pages that are full
 * already stay as they are.
 */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw('alter table awards set (fillfactor = 60)')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
