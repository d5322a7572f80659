import { openDatabase } from '@purple-sector/database'
import { tablesOf } from '../databases/tables-of.ts'
import { acquireTimeoutMs } from '../databases/test-database.ts'

/** Searches every column, of any type, of every table of every schema for words. */
export const rowsWithWords = (databaseUrl: string) => {
  const database = openDatabase({ url: databaseUrl, schema: 'public', maxConnections: 2, acquireTimeoutMs })
  return {
    /** Returns the tables that contain one of the words, with the start of the first such row. */
    async find(words: readonly string[]): Promise<Record<string, string>> {
      const contentByTable: Record<string, string> = {}
      for (const { schema, name } of await tablesOf(database)) {
        const { rows } = await database.raw<{ rows: { content: string }[] }>(
          'select to_jsonb(searched)::text as content from ??.?? as searched where to_jsonb(searched)::text ~* ? limit 1',
          [schema, name, words.join('|')],
        )
        if (rows[0]) contentByTable[`${schema}.${name}`] = rows[0].content.slice(0, 500)
      }
      return contentByTable
    },
    close: () => database.destroy(),
  }
}
