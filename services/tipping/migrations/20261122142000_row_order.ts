import type { Database } from '@purple-sector/database'

/** Of revisions from before nobody knows how their rows stood: the next one after them is told as a correction. */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw('alter table classifications add column row_order text')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
