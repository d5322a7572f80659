import { prepared, type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { type Activity, MAX_PER_DAY, POINTS } from './activity.ts'
import { lockCounters } from './lock-counters.ts'

/**
 * SQL: inserts the new activities of `candidates`, adds them to the totals, and records the changes of the board.
 *
 * Rows are written in one order, so that concurrent awards to the same users cannot deadlock.
 */
const AWARD = `
added as (
  insert into activities (user_id, cause, weekend_id, kind, points, at)
  select user_id, cause, weekend_id, kind, points, at from candidates
  where not exists (
    select from deleted_subjects where subject in ('user/' || candidates.user_id, 'weekend/' || candidates.weekend_id)
  )
  order by user_id, cause
  on conflict do nothing
  returning user_id, weekend_id, points, at
), earned as (
  select user_id, weekend_id, sum(points)::integer as points, count(*)::integer as activities, max(at) as at
  from added where weekend_id is not null group by user_id, weekend_id
), counted as (
  insert into activity_totals as t (user_id, weekend_id, points, activities, last_at, sort_name)
  select e.user_id, e.weekend_id, e.points, e.activities, e.at, coalesce(u.sort_name, 'anonymous')
  from earned e left join users u on u.id = e.user_id
  order by e.user_id, e.weekend_id
  on conflict (user_id, weekend_id) do update set points = t.points + excluded.points,
    activities = t.activities + excluded.activities, last_at = greatest(t.last_at, excluded.last_at),
    sort_name = excluded.sort_name
  returning weekend_id, old.points as points_before, new.points as points_after
)
insert into engagement_changes (weekend_id, points_before, points_after)
select weekend_id, points_before, points_after from counted`

/** SQL: locks user and weekend against deletion until the commit; false if one is already deleted. */
const IS_NOT_DELETED = `not lock_and_check_deleted(true, 'user/' || one.user_id)
  and (one.weekend_id is null or not lock_and_check_deleted(true, 'weekend/' || one.weekend_id))`

const AWARD_UNCAPPED = `
with candidates as (
  select user_id, cause, weekend_id, kind, points, coalesce(at, clock_timestamp()) as at
  from unnest(:userIds::text[], :causes::text[], :weekendIds::integer[], :kinds::text[], :points::integer[],
    :ats::timestamptz[]) as one (user_id, cause, weekend_id, kind, points, at)
  where ${IS_NOT_DELETED}
), ${AWARD}`

/**
 * Awards points for activities, once per user and cause, in the caller's transaction.
 *
 * For few activities; use `awardPointsOf` for many users.
 */
export const awardPoints = async (sql: Transaction, activities: readonly Activity[]): Promise<void> => {
  if (activities.length === 0) return
  const userIds = activities.map(({ userId }) => userId)
  await lockCounters(sql, userIds)
  await prepared(sql, 'award-points', AWARD_UNCAPPED, {
    userIds,
    causes: activities.map(({ cause }) => cause),
    weekendIds: activities.map(({ weekendId }) => weekendId),
    kinds: activities.map(({ kind }) => kind),
    points: activities.map(({ points }) => points),
    ats: activities.map(({ at }) => at?.toISOString() ?? null),
  })
  wakeAfterCommit(sql, 'tasks')
}

/**
 * Awards points for all activities that a query returns, without rows passing through the service.
 *
 * `select` returns `user_id`, `cause`, `weekend_id`, `kind`, `points` and `at`:
 * ```ts
 * await awardPointsOf(sql, `select user_id, 'achievement/' || id as cause, …, now() as at from granted`, { raceId })
 * ```
 */
export const awardPointsOf = async (
  sql: Transaction,
  select: string,
  bindings: Record<string, string | number | null> = {},
): Promise<void> => {
  await sql.raw(`with candidates as (${select}), ${AWARD}`, bindings)
  wakeAfterCommit(sql, 'tasks')
}

/** SQL: awards points up to the daily limit; several activities of a user and day continue the count in their order. */
const AWARD_CAPPED = `
with fresh as (
  select one.*, (one.at at time zone w.time_zone)::date as day
  from unnest(:userIds::text[], :causes::text[], :weekendIds::integer[], :kinds::text[], :ats::timestamptz[],
    :dailyLimits::integer[], :fullPoints::integer[]) with ordinality
    as one (user_id, cause, weekend_id, kind, at, daily_limit, full_points, place)
  join weekends w on w.id = one.weekend_id
  where ${IS_NOT_DELETED}
    and not exists (select from activities a where a.user_id = one.user_id and a.cause = one.cause)
), days as (
  insert into activity_days as d (user_id, weekend_id, kind, day, count)
  select user_id, weekend_id, kind, day, count(*) from fresh
  group by user_id, weekend_id, kind, day
  order by user_id, weekend_id, kind, day
  on conflict (user_id, weekend_id, kind, day) do update set count = d.count + excluded.count
  returning user_id, weekend_id, kind, day, coalesce(old.count, 0) as count_before
), candidates as (
  select user_id, cause, weekend_id, kind, at,
    case when count_before + row_number() over (partition by user_id, weekend_id, kind, day order by place) <= daily_limit
      then full_points else 0 end as points
  from fresh join days using (user_id, weekend_id, kind, day)
), ${AWARD}`

export type DailyActivity = {
  userId: string
  weekendId: number
  kind: keyof typeof MAX_PER_DAY
  /** Unique per user. */
  cause: string
  at: Date
}

/**
 * Awards points for activities with a daily limit, by the days of the weekend's time zone.
 *
 * Concurrent activities of a user are counted one after another. The weekends must be replicated here.
 */
export const awardDailyPoints = async (sql: Transaction, activities: readonly DailyActivity[]): Promise<void> => {
  if (activities.length === 0) return
  const userIds = activities.map(({ userId }) => userId)
  await lockCounters(sql, userIds)
  await prepared(sql, 'award-daily-points', AWARD_CAPPED, {
    userIds,
    causes: activities.map(({ cause }) => cause),
    weekendIds: activities.map(({ weekendId }) => weekendId),
    kinds: activities.map(({ kind }) => kind),
    ats: activities.map(({ at }) => at.toISOString()),
    dailyLimits: activities.map(({ kind }) => MAX_PER_DAY[kind]),
    fullPoints: activities.map(({ kind }) => POINTS[kind]),
  })
  wakeAfterCommit(sql, 'tasks')
}
