import type { Database } from '@purple-sector/database'

/*
 * What became of an attempt is told by who made it, until tipping answers: nothing is due to be asked any more.
 */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw('alter table provisional_locks drop column due_at')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
