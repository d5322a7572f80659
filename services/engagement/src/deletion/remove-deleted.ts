import { type Database, type Transaction, table } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { removeFromLeaderboards } from '../points/remove-from-leaderboards-sql.ts'
import { revokeGroupPoints } from '../points/revoke-group-points-sql.ts'
import { TABLES_OF_GROUP, TABLES_OF_USER, TABLES_OF_WEEKEND } from './owned-tables.ts'

const BATCH_SIZE = 5_000
const INTERVAL_MS = 2_000

/** Longer than any transaction. */
const SECOND_PASS_AFTER = '1 minute'

const IS_DUE = 'second_pass_at is null or second_pass_at <= clock_timestamp()'

type Scope = { type: 'weekend' | 'group' | 'user'; id: string }

const scopes = table<Scope & { second_pass_at: Date | null }>('pending_removals')
const TABLES = { weekend: TABLES_OF_WEEKEND, group: TABLES_OF_GROUP, user: TABLES_OF_USER }

/** Deleted weekends, groups and accounts whose rows are still to be removed. */
export const pendingRemovals = (sql: Database | Transaction) => ({
  async add({ type, id }: { type: Scope['type']; id: number | string }): Promise<void> {
    await scopes(sql)
      .insert({ type, id: String(id) })
      .onConflict()
      .ignore()
  },
})

const removeRows = async (database: Database, rows: string, { type, id }: Scope): Promise<void> => {
  const statement = `delete from ${rows} where ctid = any(array(
    select ctid from ${rows} where ${type}_id = :id limit :batch)) returning 1`
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE; ) {
    const result = await database.raw<{ rows: unknown[] }>(statement, { id, batch: BATCH_SIZE })
    removed = result.rows.length
  }
}

const removeScope = async (database: Database, scope: Scope): Promise<void> => {
  if (scope.type === 'user') await removeFromLeaderboards(database, scope.id)
  for (const rows of TABLES[scope.type]) await removeRows(database, rows, scope)
  if (scope.type === 'group') await revokeGroupPoints(database, Number(scope.id))
}

/**
 * Removes rows of deleted scopes in batches, twice.
 *
 * Not every writer locks the subject it writes about, so the second pass removes rows of transactions that were in flight
 * during the first. The mark in `deleted_subjects` stays.
 */
const removeDeleted = async (database: Database): Promise<void> => {
  for (const { type, id, second_pass_at } of await scopes(database).whereRaw(IS_DUE)) {
    await removeScope(database, { type, id })
    if (second_pass_at) await scopes(database).where({ type, id }).delete()
    else
      await scopes(database)
        .where({ type, id })
        .update({ second_pass_at: database.raw('clock_timestamp() + ?::interval', [SECOND_PASS_AFTER]) })
  }
}

export const startRemoval = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'remove rows of deleted scopes',
    due: `select from pending_removals where ${IS_DUE}`,
    work: () => removeDeleted(database),
  })
