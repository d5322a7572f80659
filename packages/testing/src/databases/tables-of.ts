import type { Database } from '@purple-sector/database'

export type Table = { schema: string; name: string }

/** Every table of every schema of the product. */
export const tablesOf = async (database: Database): Promise<Table[]> =>
  database('pg_tables')
    .select({ schema: 'schemaname', name: 'tablename' })
    // Neither Postgres' own nor tables of one connection alone.
    .whereRaw(`schemaname <> 'information_schema' and schemaname !~ '^pg_'`)
    .orderBy(['schemaname', 'tablename'])
