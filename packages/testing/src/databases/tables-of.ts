import type { Database } from '@purple-sector/database'

export type Table = { schema: string; name: string }

/** Returns every table of every schema of the product. */
export const tablesOf = async (database: Database): Promise<Table[]> =>
  database('pg_tables')
    .select({ schema: 'schemaname', name: 'tablename' })
    // Without Postgres' own tables and temporary tables.
    .whereRaw(`schemaname <> 'information_schema' and schemaname !~ '^pg_'`)
    .orderBy(['schemaname', 'tablename'])
