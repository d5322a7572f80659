import { prepared, type Transaction } from '@purple-sector/database'
import { lockCounters } from '../points/lock-counters.ts'
import { ACTIVITY_SOURCE, COUNT } from './counters.ts'
import { GRANT, notifyAndAwardGranted } from './grant-achievements-sql.ts'

const USERS_OF_IDS = 'select unnest(:userIds::text[]) as user_id'

const COUNT_AND_GRANT = `
with counted as (${COUNT(ACTIVITY_SOURCE, USERS_OF_IDS)}), granted as (${GRANT('counted', ACTIVITY_SOURCE.counters)})
select count(*)::integer as granted from granted`

/**
 * Recounts activities of users and grants what they have reached, with notification and points; idempotent.
 *
 * Call it in the transaction that recorded the activity, after `awardPoints`. `weekendId` is the board on which the points
 * count. Concurrent counts of a user are serialized by a lock; else the second would store a count from before the commit of
 * the first.
 */
export const updateAchievementsOfUsers = async (
  sql: Transaction,
  userIds: readonly string[],
  weekendId: number | null,
): Promise<void> => {
  await lockCounters(sql, userIds)
  const { rows } = await prepared<{ granted: number }>(sql, 'count-achievements', COUNT_AND_GRANT, { userIds })
  if (rows[0]?.granted) await notifyAndAwardGranted(sql, weekendId)
}

/** `updateAchievementsOfUsers` for one user. */
export const updateAchievements = (sql: Transaction, userId: string, weekendId: number | null): Promise<void> =>
  updateAchievementsOfUsers(sql, [userId], weekendId)
