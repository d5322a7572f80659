import { openDatabase } from '@purple-sector/database'
import { tablesOf } from '../tables-of.ts'

/** Looks for the rows of a weekend in every table of a service that names one. */
export const rowsOfWeekend = (databaseUrl: string) => {
  const database = openDatabase({ url: databaseUrl, schema: 'public', maxConnections: 2 })
  return {
    /** The tables that hold some, and how many. Marks of what is gone, and events about it, are not of it. */
    async find(service: string, weekendId: number): Promise<Record<string, number>> {
      const found: Record<string, number> = {}
      for (const { schema, name } of await tablesOf(database)) {
        if (schema !== service) continue
        const { rows } = await database.raw<{ rows: { count: number }[] }>(
          `select count(*)::integer as count from ??.?? as kept where to_jsonb(kept) ->> 'weekend_id' = ?`,
          [schema, name, String(weekendId)],
        )
        const count = rows[0]?.count ?? 0
        if (count > 0) found[name] = count
      }
      return found
    },
    close: () => database.destroy(),
  }
}
