import { type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { awardPointsOf } from '../points/award-points-sql.ts'
import { COUNTERS, type Counter, RULES } from './achievements.ts'

/** A query for the `user_id` of users. */
export type UserQuery = { select: string; bindings: Record<string, string | number | null> }

const goalsOf = (counters: readonly Counter[]): string =>
  RULES.filter(({ counter }) => counters.includes(counter))
    .map(({ achievement, counter, goal }) => `('${achievement.id}', c.${counter}, ${goal})`)
    .join(', ')

/**
 * SQL that grants, at most once, every achievement whose goal one of these counters has reached. `relation` is SQL
 * of a relation shaped like `achievement_counters`; the statement calls it `c`.
 *
 * Activities and results grant disjoint achievements. Otherwise two transactions that grant a user the same one could
 * deadlock: one has locked the user's totals, the other the grant.
 */
export const GRANT = (relation: string, counters: readonly Counter[]): string => `
  insert into achievement_grants (user_id, achievement, granted_at)
  select c.user_id, rule.achievement, now()
  from ${relation} c cross join lateral (values ${goalsOf(counters)}) rule (achievement, count, goal)
  where rule.count >= rule.goal and not exists (
    select from achievement_grants known where known.user_id = c.user_id and known.achievement = rule.achievement
  )
  order by c.user_id, rule.achievement
  on conflict do nothing
  returning user_id, achievement`

/** Text and points of the notification of each achievement. */
const CATALOGUE = JSON.stringify(
  RULES.map(({ achievement: { id, name, description, points } }) => ({
    id,
    message: `${name}: ${description} +${points} points`,
    points,
  })),
)

/**
 * SQL: grants of this transaction, which all have its start time.
 *
 * If another transaction started in the same microsecond, one of the two notifies its users, once.
 */
const NEW_GRANTS = `
  achievement_grants fresh join json_to_recordset(:catalogue::json) as rule (id text, message text, points integer)
    on rule.id = fresh.achievement
  where fresh.granted_at = now()`

const NOTIFY_USERS = `
insert into notifications (user_id, weekend_id, type, title, message, link, cause)
select fresh.user_id, :weekendId::integer, 'achievement', 'New Achievement Unlocked!', rule.message, '/analytics',
  'achievement/' || fresh.achievement
from ${NEW_GRANTS}
order by fresh.user_id, fresh.achievement
on conflict (user_id, cause) do nothing`

/** Grants users what these counters have reached and notifies them; returns the ids of all granted achievements. */
export const grantReached = async (
  sql: Transaction,
  users: UserQuery,
  weekendId: number | null,
  counters: readonly Counter[] = COUNTERS,
): Promise<string[]> => {
  const relation = `(select * from achievement_counters where user_id in (${users.select}))`
  const { rows } = await sql.raw<{ rows: { achievements: string[] }[] }>(
    `with granted as (${GRANT(relation, counters)}) select coalesce(array_agg(distinct achievement), '{}') as achievements from granted`,
    users.bindings,
  )
  const achievements = rows[0]?.achievements ?? []
  if (achievements.length > 0) await notifyAndAwardGranted(sql, weekendId)
  return achievements
}

/** Notifies users of the achievements granted in this transaction, and awards the points on the weekend's board. */
export const notifyAndAwardGranted = async (sql: Transaction, weekendId: number | null): Promise<void> => {
  const bindings = { weekendId, catalogue: CATALOGUE }
  await sql.raw(NOTIFY_USERS, bindings)
  wakeAfterCommit(sql, 'tasks')
  await awardPointsOf(
    sql,
    `select fresh.user_id, 'achievement/' || fresh.achievement as cause, :weekendId::integer as weekend_id,
       'achievement' as kind, rule.points, fresh.granted_at as at
     from ${NEW_GRANTS}`,
    bindings,
  )
}
