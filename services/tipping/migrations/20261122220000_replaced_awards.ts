import type { Database } from '@purple-sector/database'

/**
 * Who takes their data along reads their replaced awards by this, those in force race by race. An index of all would cost
 * every scoring; this one is written by corrections alone.
 */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw('create index awards_replaced on awards (user_id) where to_revision is not null')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
