import type { Database, Transaction } from '@purple-sector/database'
import { COUNT, RESULT_SOURCE } from './counter-sql.ts'
import { grantReached, type UserQuery } from './grant-achievements-sql.ts'
import { lockWeekendStatistics } from './lock-weekend-statistics.ts'
import { COUNTING_RACES } from './record-tip-timing-sql.ts'

/** Delay from the last event of a weekend to the check whether it is over: boards arrive one by one. */
const CHECK_DELAY = '3 seconds'

/** Schedules the check whether a weekend is over, or moves it back. */
export const scheduleWeekendCheck = async (sql: Transaction, weekendId: number): Promise<void> => {
  await sql.raw(
    `insert into pending_weekend_closings (weekend_id, due_at) values (:weekendId, date_trunc('milliseconds', now()) + interval '${CHECK_DELAY}')
     on conflict (weekend_id) do update set due_at = excluded.due_at`,
    { weekendId },
  )
}

/** SQL: whether results are to be counted or weekends to be checked. */
export const DUE_COUNTS =
  'select 1 from pending_results union all select 1 from pending_weekend_closings where due_at <= now()'

/** SQL: when the next check of a weekend is due. */
export const NEXT_WEEKEND_CHECK = 'select min(due_at) from pending_weekend_closings'

/** SQL: the next weekend whose check is due and that has no result left to count. */
const NEXT_DUE_WEEKEND = `
select weekend_id as "weekendId", due_at as "nextDueAt" from pending_weekend_closings weekend
where due_at <= now()
  and not exists (select from pending_results part where part.weekend_id = weekend.weekend_id)
order by due_at limit 1`

/** SQL: a weekend is over once it is completed, or once every counting race has a result, even a withdrawn one. */
const IS_OVER = `
  exists (select from weekends where id = :weekendId and status = 'completed')
  or (exists (${COUNTING_RACES(':weekendId')}) and not exists (
    select from (${COUNTING_RACES(':weekendId')}) race where not exists (select from results where race_id = race.id)
  ))`

/** SQL: whether a user has statistics that only the end of the weekend decides. */
const HAS_END_STATISTICS = '(position is not null or is_perfect or groups_led > 0 or rivals > 0)'

/** Minimum categories with a result for a perfect weekend, in all of which the user must have scored. */
const MIN_PERFECT_CATEGORIES = 3

/** SQL: whether the weekend is over, or has statistics of an end that may no longer be true. */
const HAS_END = `
select (${IS_OVER}) or exists (select from fan_weekends where weekend_id = :weekendId and ${HAS_END_STATISTICS}) as "hasEnd"`

/**
 * SQL: sets the statistics that only the end of a weekend decides, and clears them if it is not over.
 *
 * They are the first three of the board, perfect weekends, groups led and members behind the user. Members whose points their
 * group hides are not ranked in it.
 */
const SET_END_STATISTICS = `
with over as materialized (select (${IS_OVER}) as is_over
), board as (
  select user_id, points, rank() over (order by points desc, firsts desc, seconds desc, thirds desc)::integer as position
  from fan_weekends, over where weekend_id = :weekendId and is_over
), scored as materialized (
  select distinct race.category_id from (${COUNTING_RACES(':weekendId')}) race
  join results on results.race_id = race.id and results.status <> 'cancelled'
), perfect as (
  select placed.user_id from placings placed join races race on race.id = placed.race_id, over
  where placed.weekend_id = :weekendId and is_over
    and (select count(*) from scored) >= ${MIN_PERFECT_CATEGORIES}
    and race.category_id in (select category_id from scored)
  group by placed.user_id
  having count(distinct race.category_id) = (select count(*) from scored)
), members as (
  select member.user_id, coalesce(standing.total, 0) as total, rank() over ranking as position,
    count(*) over (partition by member.group_id) - count(*) over ranking as behind
  from over join group_weekends gw on is_over and gw.weekend_id = :weekendId
  join groups on groups.id = gw.group_id
  join memberships member on member.group_id = groups.id
    and (member.is_approved or not groups.hide_points_until_approved)
  left join standings standing on standing.weekend_id = :weekendId and standing.group_id = member.group_id
    and standing.user_id = member.user_id
  window ranking as (partition by member.group_id order by coalesce(standing.total, 0) desc,
    coalesce(standing.firsts, 0) desc, coalesce(standing.seconds, 0) desc, coalesce(standing.thirds, 0) desc)
), ahead as (
  select user_id, sum(behind)::integer as rivals, count(*) filter (where position = 1)::integer as led
  from members where total > 0 and behind > 0 group by user_id
)
update fan_weekends fan
set position = closed.position, is_perfect = closed.is_perfect, groups_led = closed.led, rivals = closed.rivals
from (
  select fan.user_id, case when board.position <= 3 and board.points > 0 then board.position end as position,
    perfect.user_id is not null as is_perfect, coalesce(ahead.led, 0) as led, coalesce(ahead.rivals, 0) as rivals
  from fan_weekends fan
  left join board on board.user_id = fan.user_id
  left join perfect on perfect.user_id = fan.user_id
  left join ahead on ahead.user_id = fan.user_id
  where fan.weekend_id = :weekendId
) closed
where fan.weekend_id = :weekendId and fan.user_id = closed.user_id
  and (fan.position, fan.is_perfect, fan.groups_led, fan.rivals)
    is distinct from (closed.position, closed.is_perfect, closed.led, closed.rivals)`

const USERS_OF_WEEKEND = 'select user_id from fan_weekends where weekend_id = :weekendId'

type Weekend = { weekendId: number }

const closeWeekend = async (sql: Transaction, weekend: Weekend): Promise<void> => {
  await lockWeekendStatistics(sql, weekend.weekendId)
  await sql.raw('set local jit = off')
  // The statement updates all users of the weekend. The planner underestimates the rows of its CTEs, and nested loops would
  // scan all of them for each user.
  await sql.raw('set local enable_nestloop = off')
  await sql.raw(SET_END_STATISTICS, weekend)
  await sql.raw('set local enable_nestloop = on')
  await sql.raw(COUNT(RESULT_SOURCE, USERS_OF_WEEKEND), weekend)
}

const hasEnd = async (database: Database, weekend: Weekend): Promise<boolean> => {
  const { rows } = await database.raw<{ rows: { hasEnd: boolean }[] }>(HAS_END, weekend)
  return rows[0]?.hasEnd === true
}

/**
 * Updates the counters of the next due weekend, then grants achievements in a second transaction; false if none is due.
 *
 * Events that arrive meanwhile move `due_at`, so that the weekend is checked again.
 */
const closeNextWeekend = async (database: Database): Promise<boolean> => {
  const { rows } = await database.raw<{ rows: (Weekend & { nextDueAt: Date })[] }>(NEXT_DUE_WEEKEND)
  const [nextWeekend] = rows
  if (!nextWeekend) return false
  const { weekendId, nextDueAt } = nextWeekend
  if (await hasEnd(database, { weekendId })) {
    await database.transaction((sql) => closeWeekend(sql, { weekendId }))
    const usersWithEnd: UserQuery = { select: `${USERS_OF_WEEKEND} and ${HAS_END_STATISTICS}`, bindings: { weekendId } }
    await database.transaction((sql) => grantReached(sql, usersWithEnd, weekendId, RESULT_SOURCE.counters))
  }
  await database('pending_weekend_closings').where({ weekend_id: weekendId, due_at: nextDueAt }).delete()
  return true
}

/** Processes all weekends whose check is due. */
export const closeWeekends = async (database: Database): Promise<void> => {
  while (await closeNextWeekend(database));
}
