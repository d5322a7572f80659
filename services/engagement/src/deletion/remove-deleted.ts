import { type Database, type Transaction, table } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { leaveBoards } from '../points/leave-boards.ts'
import { takeBackOfGroup } from '../points/take-back-of-group.ts'
import { OF_GROUP, OF_USER, OF_WEEKEND } from './rows.ts'

const BATCH_SIZE = 5_000
const INTERVAL_MS = 2_000

/** Longer than any transaction lasts. */
const AGAIN_AFTER = '1 minute'

const IS_DUE = 'again_at is null or again_at <= clock_timestamp()'

type Scope = { type: 'weekend' | 'group' | 'user'; id: string }

const scopes = table<Scope & { again_at: Date | null }>('scopes_to_remove')
const ROWS = { weekend: OF_WEEKEND, group: OF_GROUP, user: OF_USER }

/** The weekends, groups and accounts that were deleted, with rows that are or may be still here. */
export const scopesToRemove = (sql: Database | Transaction) => ({
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
    const found = await database.raw<{ rows: unknown[] }>(statement, { id, batch: BATCH_SIZE })
    removed = found.rows.length
  }
}

const removeScope = async (database: Database, scope: Scope): Promise<void> => {
  if (scope.type === 'user') await leaveBoards(database, scope.id)
  for (const rows of ROWS[scope.type]) await removeRows(database, rows, scope)
  if (scope.type === 'group') await takeBackOfGroup(database, Number(scope.id))
}

/**
 * A batch at a time: nobody waits. Not everything that writes holds whom it writes of, so that a scope is looked through
 * once more when what was under way has ended. The mark that keeps it gone stays for ever.
 */
const removeDeleted = async (database: Database): Promise<void> => {
  for (const { type, id, again_at } of await scopes(database).whereRaw(IS_DUE)) {
    await removeScope(database, { type, id })
    if (again_at) await scopes(database).where({ type, id }).delete()
    else
      await scopes(database)
        .where({ type, id })
        .update({ again_at: database.raw('clock_timestamp() + ?::interval', [AGAIN_AFTER]) })
  }
}

export const startRemoval = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'removal of what was deleted',
    due: `select from scopes_to_remove where ${IS_DUE}`,
    work: () => removeDeleted(database),
  })
