import { type Database, type Transaction, table } from '@purple-sector/database'
import { every, type Logger, type Running } from '@purple-sector/service-kit'
import { takeBackOfGroup } from '../points/take-back-of-group.ts'
import { OF_GROUP, OF_WEEKEND } from './rows.ts'

const BATCH = 5_000
const PAUSE_MS = 2_000

type Scope = { type: 'weekend' | 'group'; id: number }

const scopes = table<Scope>('scopes_to_remove')

/** The weekends and groups that were deleted, with rows that are still here. */
export const scopesToRemove = (sql: Database | Transaction) => ({
  async add(scope: Scope): Promise<void> {
    await scopes(sql).insert(scope).onConflict().ignore()
  },
})

const removeRows = async (database: Database, rows: string, { type, id }: Scope): Promise<void> => {
  const statement = `delete from ${rows} where ctid = any(array(
    select ctid from ${rows} where ${type}_id = :id limit :batch)) returning 1`
  for (let removed = BATCH; removed === BATCH; ) {
    const found = await database.raw<{ rows: unknown[] }>(statement, { id, batch: BATCH })
    removed = found.rows.length
  }
}

/** A batch at a time: nobody waits. The mark that keeps them gone stays for ever. */
const removeDeleted = async (database: Database): Promise<void> => {
  for (const scope of await scopes(database).select('type', 'id')) {
    for (const rows of scope.type === 'weekend' ? OF_WEEKEND : OF_GROUP) await removeRows(database, rows, scope)
    if (scope.type === 'group') await takeBackOfGroup(database, scope.id)
    await scopes(database).where(scope).delete()
  }
}

export const startRemoval = ({ database, log }: { database: Database; log: Logger }): Running =>
  every(PAUSE_MS, log, 'removal of what was deleted', () => removeDeleted(database))
