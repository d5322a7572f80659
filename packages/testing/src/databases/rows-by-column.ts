import { openDatabase } from '@purple-sector/database'
import { tablesOf } from './tables-of.ts'
import { acquireTimeoutMs } from './test-database.ts'

/** Searches the tables of a service by a column's value: the rows of one weekend, or of one user. */
export const rowsByColumn = (databaseUrl: string) => {
  const database = openDatabase({ url: databaseUrl, schema: 'public', maxConnections: 2, acquireTimeoutMs })
  return {
    /** Returns the number of such rows by table. */
    async find(service: string, column: 'weekend_id' | 'user_id', value: number | string) {
      const counts: Record<string, number> = {}
      for (const { schema, name } of await tablesOf(database)) {
        if (schema !== service) continue
        const { rows } = await database.raw<{ rows: { count: number }[] }>(
          'select count(*)::integer as count from ??.?? as searched where to_jsonb(searched) ->> ? = ?',
          [schema, name, column, String(value)],
        )
        const count = rows[0]?.count ?? 0
        if (count > 0) counts[name] = count
      }
      return counts
    },
    close: () => database.destroy(),
  }
}
