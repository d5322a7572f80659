import { openDatabase } from '@purple-sector/database'
import { type Table, tablesOf } from '../databases/tables-of.ts'
import { acquireTimeoutMs } from '../databases/test-database.ts'

/** Identifiers of a group in a row, in any table. */
type Marks = { groupId: number; words: readonly string[]; scopeIds: readonly string[]; tipIds: readonly string[] }

const idPattern = (ids: readonly (number | string)[]): string => `(${ids.join('|')})(?![0-9])`

/**
 * Finds a group in a row written as JSON: in a column or a JSON field named for groups, as the subject of an event or a
 * mark, or by words that only this group has; in tipping also by its scopes and its tips.
 */
const patternOf = ({ groupId, words, scopeIds, tipIds }: Marks): string => {
  const fieldPattern = (field: string, ids: readonly (number | string)[]) =>
    ids.length > 0 ? [`${field}\\\\?": ?"?${idPattern(ids)}`] : []
  return [
    ...fieldPattern('group_?[iI]d', [groupId]),
    ...fieldPattern('scope_id', scopeIds),
    ...fieldPattern('tip_id', tipIds),
    `(group|membership)s?/${idPattern([groupId])}`,
    // Chat rooms: the longer of two keys is after the shorter one.
    `"(room_)?id": ${idPattern([groupId])}.*"(room_)?type": "group"`,
    ...words,
  ].join('|')
}

/** Searches every table of every schema of the product for one group. */
export const rowsOfGroup = (databaseUrl: string) => {
  const database = openDatabase({ url: databaseUrl, schema: 'public', maxConnections: 2, acquireTimeoutMs })
  const ids = async (query: string, values: unknown[]): Promise<string[]> => {
    const { rows } = await database.raw<{ rows: { id: string }[] }>(query, values as string[])
    return rows.map(({ id }) => String(id))
  }

  const rowsOf = async ({ schema, name }: Table, marks: Marks): Promise<number> => {
    const pattern = patternOf(marks)
    // Tables whose row `id` is that of a group, or of data that only a group has.
    const groupIdsByTable = {
      'groups.groups': [String(marks.groupId)],
      'chat.groups': [String(marks.groupId)],
      'tipping.scopes': marks.scopeIds,
      'tipping.tips': marks.tipIds,
    }
    const byId = Object.entries(groupIdsByTable).find(([table]) => table === `${schema}.${name}`)?.[1] ?? []
    const { rows } = await database.raw<{ rows: { count: string }[] }>(
      `select count(*) as count from ??.?? as searched
       where to_jsonb(searched)::text ~ ? or to_jsonb(searched) ->> 'id' = any (?::text[])`,
      [schema, name, pattern, [...byId]],
    )
    return Number(rows[0]?.count)
  }

  return {
    /** Records how rows of a group are identified, while they exist. */
    async marksOf(groupId: number, words: readonly string[]): Promise<Marks> {
      const scopeIds = await ids('select id from tipping.scopes where group_id = ?', [groupId])
      const tipIds = await ids('select id from tipping.tips where scope_id = any (?::bigint[])', [scopeIds])
      return { groupId, words, scopeIds, tipIds }
    },
    /** Returns the number of rows of the group by table. */
    async find(marks: Marks): Promise<Record<string, number>> {
      const counts: Record<string, number> = {}
      for (const table of await tablesOf(database)) {
        const count = await rowsOf(table, marks)
        if (count > 0) counts[`${table.schema}.${table.name}`] = count
      }
      return counts
    },
    close: () => database.destroy(),
  }
}
