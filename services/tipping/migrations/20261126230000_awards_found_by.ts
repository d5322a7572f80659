import type { Database } from '@purple-sector/database'

/**
 * By what the awards in force of a race were all found: the revision, and the lock, category and weekend of then. Null where
 * that is not known, as for everything scored before.
 */
export const up = async (sql: Database): Promise<void> => {
  await sql.raw('alter table sessions add column awards_found_by text')
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
