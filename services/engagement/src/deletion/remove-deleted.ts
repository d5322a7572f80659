import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { removeFromLeaderboards, revokeGroupPoints } from '../points/activity-totals-sql.ts'
import { REACTION_TABLES, TABLES_OF_GROUP, TABLES_OF_USER, TABLES_OF_WEEKEND } from './owned-tables.ts'
import { DUE_REMOVALS, pendingRemovals, removeRows, type Scope } from './pending-removal-repository.ts'

const INTERVAL_MS = 2_000

const TABLES = { weekend: TABLES_OF_WEEKEND, group: TABLES_OF_GROUP, user: TABLES_OF_USER }

const removeScope = async (database: Database, scope: Scope): Promise<void> => {
  if (scope.type === 'user') await removeFromLeaderboards(database, scope.id)
  for (const rows of TABLES[scope.type]) await removeRows(database, rows, scope)
  if (scope.type === 'weekend')
    for (const rows of REACTION_TABLES) await removeRows(database, rows, scope, 'group_id is null')
  if (scope.type === 'group') await revokeGroupPoints(database, Number(scope.id))
}

/**
 * Removes rows of deleted scopes in batches, twice.
 *
 * Not every writer locks the subject it writes about, so the second pass removes rows of transactions that were in flight
 * during the first. The mark in `deleted_subjects` stays.
 */
const removeDeleted = async (database: Database): Promise<void> => {
  const removals = pendingRemovals(database)
  for (const { isSecondPass, ...scope } of await removals.listDue()) {
    await removeScope(database, scope)
    await (isSecondPass ? removals.remove(scope) : removals.scheduleSecondPass(scope))
  }
}

export const startRemoval = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'remove rows of deleted scopes',
    due: DUE_REMOVALS,
    work: () => removeDeleted(database),
  })
