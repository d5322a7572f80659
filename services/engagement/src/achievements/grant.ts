import { type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { awardPointsOf } from '../points/award-points.ts'
import { COUNTERS, type Counter, RULES } from './achievements.ts'

/** A query for the `user_id` of fans. */
export type Fans = { select: string; bindings: Record<string, string | number | null> }

const goalsOf = (counters: readonly Counter[]): string =>
  RULES.filter(({ counter }) => counters.includes(counter))
    .map(({ achievement, counter, goal }) => `('${achievement.id}', c.${counter}, ${goal})`)
    .join(', ')

/**
 * SQL that grants what these counters, `c` of a relation like `achievement_counters`, have reached, each once. What fans do
 * and what results did to them grant what is their own alone: two who grant somebody the same would hold, one their totals
 * and the other the grant, what the other waits for.
 */
export const GRANT = (counted: string, counters: readonly Counter[]): string => `
  insert into achievement_grants (user_id, achievement, granted_at)
  select c.user_id, rule.achievement, now()
  from ${counted} c cross join lateral (values ${goalsOf(counters)}) rule (achievement, count, goal)
  where rule.count >= rule.goal and not exists (
    select from achievement_grants known where known.user_id = c.user_id and known.achievement = rule.achievement
  )
  order by c.user_id, rule.achievement
  on conflict do nothing
  returning user_id, achievement`

/** What a fan reads of each, and what it is worth. */
const CATALOGUE = JSON.stringify(
  RULES.map(({ achievement: { id, name, description, points } }) => ({
    id,
    message: `${name}: ${description} +${points} points`,
    points,
  })),
)

/**
 * What this transaction has granted: all its grants have the moment of its beginning. Should another have begun in the very
 * same microsecond, its fans are told by the one or the other, once.
 */
const FRESH = `
  achievement_grants fresh join json_to_recordset(:catalogue::json) as told (id text, message text, points integer)
    on told.id = fresh.achievement
  where fresh.granted_at = now()`

const NOTIFY = `
insert into notifications (user_id, weekend_id, type, title, message, link, cause)
select fresh.user_id, :weekendId::integer, 'achievement', 'New Achievement Unlocked!', told.message, '/analytics',
  'achievement/' || fresh.achievement
from ${FRESH}
order by fresh.user_id, fresh.achievement
on conflict (user_id, cause) do nothing`

/** Grants fans what these counters of theirs have reached, and tells them; answers which achievements, of whomever. */
export const grantReached = async (
  sql: Transaction,
  fans: Fans,
  weekendId: number | null,
  counters: readonly Counter[] = COUNTERS,
): Promise<string[]> => {
  const counted = `(select * from achievement_counters where user_id in (${fans.select}))`
  const { rows } = await sql.raw<{ rows: { achievements: string[] }[] }>(
    `with granted as (${GRANT(counted, counters)}) select coalesce(array_agg(distinct achievement), '{}') as achievements from granted`,
    fans.bindings,
  )
  const achievements = rows[0]?.achievements ?? []
  if (achievements.length > 0) await tellGranted(sql, weekendId)
  return achievements
}

/**
 * Tells fans what this transaction has granted them, and gives them its points, on the board of the weekend in which it
 * happened.
 */
export const tellGranted = async (sql: Transaction, weekendId: number | null): Promise<void> => {
  const named = { weekendId, catalogue: CATALOGUE }
  await sql.raw(NOTIFY, named)
  wakeAfterCommit(sql, 'tasks')
  await awardPointsOf(
    sql,
    `select fresh.user_id, 'achievement/' || fresh.achievement as cause, :weekendId::integer as weekend_id,
       'achievement' as kind, told.points, fresh.granted_at as at
     from ${FRESH}`,
    named,
  )
}
