import { type Database, type Transaction, table } from '@purple-sector/database'

const BATCH_SIZE = 5_000

/** Longer than any transaction. */
const SECOND_PASS_AFTER = '1 minute'

const IS_DUE = 'second_pass_at is null or second_pass_at <= clock_timestamp()'

/** SQL: whether rows are to be removed. */
export const DUE_REMOVALS = `select from pending_removals where ${IS_DUE}`

/** A deleted weekend, group or account. */
export type Scope = { type: 'weekend' | 'group' | 'user'; id: string }

const scopes = table<Scope & { second_pass_at: Date | null }>('pending_removals')

/** Deleted weekends, groups and accounts whose rows are still to be removed. */
export const pendingRemovals = (sql: Database | Transaction) => ({
  async add({ type, id }: { type: Scope['type']; id: number | string }): Promise<void> {
    await scopes(sql)
      .insert({ type, id: String(id) })
      .onConflict()
      .ignore()
  },

  async listDue(): Promise<(Scope & { isSecondPass: boolean })[]> {
    const rows = await scopes(sql).whereRaw(IS_DUE)
    return rows.map(({ type, id, second_pass_at }) => ({ type, id, isSecondPass: second_pass_at !== null }))
  },

  async scheduleSecondPass({ type, id }: Scope): Promise<void> {
    await scopes(sql)
      .where({ type, id })
      .update({ second_pass_at: sql.raw('clock_timestamp() + ?::interval', [SECOND_PASS_AFTER]) })
  },

  async remove({ type, id }: Scope): Promise<void> {
    await scopes(sql).where({ type, id }).delete()
  },
})

/**
 * Deletes the rows of a scope in a table, in batches that are each committed by itself; `condition` is an SQL condition on
 * them.
 */
export const removeRows = async (
  database: Database,
  rows: string,
  { type, id }: Scope,
  condition = 'true',
): Promise<void> => {
  const statement = `delete from ${rows} where ctid = any(array(
    select ctid from ${rows} where ${type}_id = :id and ${condition} limit :batch)) returning 1`
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE; ) {
    const result = await database.raw<{ rows: unknown[] }>(statement, { id, batch: BATCH_SIZE })
    removed = result.rows.length
  }
}
