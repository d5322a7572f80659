import { type Database, prepared, type Transaction } from '@purple-sector/database'

const LEAVE = `
with gone as (delete from activity_totals where user_id = :userId returning weekend_id, points)
insert into engagement_changes (weekend_id, points_before, points_after) select weekend_id, points, null from gone`

/** With an account its rows go, and the boards count one fan less. */
export const leaveBoards = async (sql: Database | Transaction, userId: string): Promise<void> => {
  await prepared(sql, 'leave-boards', LEAVE, { userId })
}
