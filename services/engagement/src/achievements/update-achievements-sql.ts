import { prepared, type Transaction } from '@purple-sector/database'
import { lockCounters } from '../points/lock-counters.ts'
import { ACTIVITY_SOURCE, COUNT, RESULT_SOURCE } from './counter-sql.ts'
import { GRANT, grantReached, notifyAndAwardGranted, type UserQuery } from './grant-achievements-sql.ts'

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

const HAS_COUNTED_FOUNDED_GROUPS = `
select coalesce((select groups_founded from achievement_counters where user_id = :userId), 0)
  = (select count(*) from groups where creator_id = :userId) as "hasCounted"`

/**
 * Whether the counter of a user already has the groups that they founded. A transaction that adds or removes one always
 * sees a difference, because groups and counter are committed together.
 */
export const hasCountedFoundedGroups = async (sql: Transaction, userId: string): Promise<boolean> => {
  const statement = 'has-counted-founded-groups'
  const { rows } = await prepared<{ hasCounted: boolean }>(sql, statement, HAS_COUNTED_FOUNDED_GROUPS, { userId })
  return rows[0]?.hasCounted ?? false
}

const queryOf = (userId: string): UserQuery => ({ select: 'select :userId::text as user_id', bindings: { userId } })

/** Recounts all counters of a user and grants what they have reached; returns the ids of all granted achievements. */
export const recountAchievements = async (
  sql: Transaction,
  userId: string,
  weekendId: number | null,
): Promise<string[]> => {
  const user = queryOf(userId)
  await sql.raw(COUNT(ACTIVITY_SOURCE, user.select), user.bindings)
  await sql.raw(COUNT(RESULT_SOURCE, user.select), user.bindings)
  return grantReached(sql, user, weekendId)
}

const MARK_TRACKSIDE = `
insert into achievement_counters as c (user_id, trackside) values (:userId, 1)
on conflict (user_id) do update set trackside = 1 where c.trackside = 0 returning 1`

/** Marks a user as having been at the track and grants what that reaches. */
export const grantTrackside = async (sql: Transaction, userId: string): Promise<void> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(MARK_TRACKSIDE, { userId })
  if (rows.length > 0) await grantReached(sql, queryOf(userId), null)
}
