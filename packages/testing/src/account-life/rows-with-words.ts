import { openDatabase } from '@purple-sector/database'
import { tablesOf } from '../databases/tables-of.ts'
import { acquireTimeoutMs } from '../databases/test-database.ts'

/** Searches every column of every table of every schema for words, whatever its type. */
export const rowsWithWords = (databaseUrl: string) => {
  const database = openDatabase({ url: databaseUrl, schema: 'public', maxConnections: 2, acquireTimeoutMs })
  return {
    /** The tables that contain one of them, with the start of their content. */
    async find(words: readonly string[]): Promise<Record<string, string>> {
      const found: Record<string, string> = {}
      for (const { schema, name } of await tablesOf(database)) {
        const { rows } = await database.raw<{ rows: { kept: string }[] }>(
          'select to_jsonb(kept)::text as kept from ??.?? as kept where to_jsonb(kept)::text ~* ? limit 1',
          [schema, name, words.join('|')],
        )
        if (rows[0]) found[`${schema}.${name}`] = rows[0].kept.slice(0, 500)
      }
      return found
    },
    close: () => database.destroy(),
  }
}
