import { type Database, prepared, type Transaction } from '@purple-sector/database'

const REMOVE = `
with deleted as (delete from activity_totals where user_id = :userId returning weekend_id, points)
insert into engagement_changes (weekend_id, points_before, points_after) select weekend_id, points, null from deleted`

/** Deletes the totals of a user and records the change of each board. */
export const removeFromLeaderboards = async (sql: Database | Transaction, userId: string): Promise<void> => {
  await prepared(sql, 'remove-from-leaderboards', REMOVE, { userId })
}
