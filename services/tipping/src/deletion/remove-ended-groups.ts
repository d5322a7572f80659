import type { Database } from '@purple-sector/database'
import { selectWeekendForUpdate } from '../board-publishing/publish-leaderboards.ts'
import { findAwards, findEndedGroups, removeAwards, removeBatch, SCOPE_BATCHES } from './deletion-sql.ts'

const BATCH_SIZE = 2_000

/** Awards per search. */
const AWARD_BATCH_SIZE = 50_000

/**
 * Removes the awards of ended groups. Awards have no index by scope, because it would slow every scoring; so the awards
 * of all ended groups of a weekend are searched together and without a lock. A concurrent scoring may move one meanwhile; the next
 * search finds it.
 */
const removeAwardsOfScopes = async (database: Database, weekendId: number, scopes: number[]): Promise<void> => {
  for (let found = AWARD_BATCH_SIZE; found > 0; ) {
    const rowIds = await findAwards(database, scopes, AWARD_BATCH_SIZE)
    found = rowIds.length
    for (let offset = 0; offset < found; offset += BATCH_SIZE)
      await database.transaction(async (sql) => {
        await selectWeekendForUpdate(sql, weekendId)
        await removeAwards(sql, scopes, rowIds.slice(offset, offset + BATCH_SIZE))
      })
  }
}

/**
 * Removes the rows of scopes in batches, each under the weekend's row lock, so that no scoring updates the same rows;
 * tips do not wait for it.
 */
const removeScopes = async (database: Database, weekendId: number, scopes: number[]): Promise<void> => {
  await removeAwardsOfScopes(database, weekendId, scopes)
  for (const statement of SCOPE_BATCHES)
    for (let removed = BATCH_SIZE; removed === BATCH_SIZE; )
      removed = await database.transaction(async (sql) => {
        await selectWeekendForUpdate(sql, weekendId)
        return removeBatch(sql, statement, { scopes, batch: BATCH_SIZE })
      })
}

/** Removes the rows of ended groups. */
export const removeEndedGroups = async (database: Database): Promise<void> => {
  const groups = await findEndedGroups(database)
  for (const [weekendId, scopes] of Map.groupBy(groups, ({ weekendId }) => weekendId))
    await removeScopes(
      database,
      weekendId,
      scopes.map(({ scopeId }) => scopeId),
    )
}
