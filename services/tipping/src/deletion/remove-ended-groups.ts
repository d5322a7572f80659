import type { Database } from '@purple-sector/database'
import { selectWeekendForUpdate } from '../board-publishing/select-weekend-for-update-sql.ts'
import { ROWS_OF_SCOPES } from './rows-of-scopes.ts'

const BATCH_SIZE = 2_000

const SCOPES = 'select unnest(:scopes::bigint[])'

const STEPS = [
  `with removed as (
     delete from tips where id in (select id from tips where scope_id in (${SCOPES}) limit :batch) returning id
   ), history as (delete from tip_revisions using removed where tip_id = removed.id) select id from removed`,
  ...ROWS_OF_SCOPES(SCOPES),
  `delete from scopes_to_refresh where scope_id in (${SCOPES}) returning 1`,
  `delete from tips_to_count where scope_id in (${SCOPES}) returning 1`,
  // Also removes their rules. Last, because these rows mark the scopes as due for removal.
  `delete from scopes where id in (${SCOPES}) returning 1`,
]

/** Awards per search. */
const AWARD_BATCH_SIZE = 50_000

const FIND_AWARDS = 'select ctid::text as "rowId" from awards where scope_id = any(:scopes::bigint[]) limit :limit'
const REMOVE_AWARDS = 'delete from awards where ctid = any(:rowIds::tid[]) and scope_id = any(:scopes::bigint[])'

/**
 * Removes the awards of ended groups. Awards have no index by scope, because it would slow every scoring; so the awards
 * of all ended groups of a weekend are searched together and without a lock. A concurrent scoring may move one meanwhile; the next
 * search finds it.
 */
const removeAwards = async (database: Database, weekendId: number, scopes: number[]): Promise<void> => {
  for (let found = AWARD_BATCH_SIZE; found > 0; ) {
    const { rows } = await database.raw<{ rows: { rowId: string }[] }>(FIND_AWARDS, { scopes, limit: AWARD_BATCH_SIZE })
    found = rows.length
    for (let offset = 0; offset < found; offset += BATCH_SIZE)
      await database.transaction(async (sql) => {
        await selectWeekendForUpdate(sql, weekendId)
        await sql.raw(REMOVE_AWARDS, {
          scopes,
          rowIds: rows.slice(offset, offset + BATCH_SIZE).map(({ rowId }) => rowId),
        })
      })
  }
}

/**
 * Removes the rows of scopes in batches, each under the weekend's row lock, so that no scoring updates the same rows;
 * tips do not wait for it.
 */
const removeScopes = async (database: Database, weekendId: number, scopes: number[]): Promise<void> => {
  await removeAwards(database, weekendId, scopes)
  for (const step of STEPS)
    for (let removed = BATCH_SIZE; removed === BATCH_SIZE; )
      removed = await database.transaction(async (sql) => {
        await selectWeekendForUpdate(sql, weekendId)
        const { rows } = await sql.raw<{ rows: unknown[] }>(step, { scopes, batch: BATCH_SIZE })
        return rows.length
      })
}

/** SQL of the scopes of groups that were deleted, or that moved to another weekend. */
export const ENDED_GROUPS = `
select scopes.id, scopes.weekend_id from scopes join weekends on weekends.id = scopes.weekend_id
where scopes.deleted and not weekends.deleted and group_id is not null`

/** Removes the rows of ended groups. */
export const removeEndedGroups = async (database: Database): Promise<void> => {
  const { rows } = await database.raw<{ rows: { id: number; weekend_id: number }[] }>(ENDED_GROUPS)
  for (const [weekendId, scopes] of Map.groupBy(rows, ({ weekend_id }) => weekend_id))
    await removeScopes(
      database,
      weekendId,
      scopes.map(({ id }) => id),
    )
}
