import { ACTIVITY_COUNTERS, type Counter, RESULT_COUNTERS } from './achievements.ts'

/*
 * Every counter is recounted from rows of this schema, for a relation `fan (user_id)`. Nothing is incremented, so that
 * redelivered events, rebuilds and corrections keep it correct.
 */

/** The fan's weekends with a tip that they made themselves: automatic ones alone move no achievement. */
const WEEKENDS_OF_FAN = `(
    select fan_weekends.* from fan_weekends where fan_weekends.user_id = fan.user_id and exists (
      select from tip_timings own where own.user_id = fan.user_id and own.weekend_id = fan_weekends.weekend_id
    )
  ) own_weekends`

type Source = { counters: readonly Counter[]; joins: string }

/** Source of the activity counters; activities that earn engagement points are recorded once per cause. */
export const ACTIVITY_SOURCE: Source = {
  counters: ACTIVITY_COUNTERS,
  joins: `
  cross join lateral (
    select count(*) filter (where kind = 'tip') as tips, count(*) filter (where kind = 'message') as messages,
      count(*) filter (where kind = 'vote') as votes, count(*) filter (where kind = 'reaction') as reactions,
      count(*) filter (where kind = 'share') as shares,
      count(*) filter (where kind = 'group' and not exists (
        select from groups where 'group/' || groups.id = activities.cause and creator_id = fan.user_id
      )) as groups_joined
    from activities where activities.user_id = fan.user_id
  ) activity_counts
  cross join lateral (select count(*) as groups_founded from groups where creator_id = fan.user_id) founded
  cross join lateral (
    select count(*) filter (where was_early) as early_tips, count(*) filter (where was_late) as late_tips
    from tip_timings where user_id = fan.user_id
  ) timings
  cross join lateral (
    select count(*) as weekends, count(*) filter (where has_full_grid) as full_grids
    from ${WEEKENDS_OF_FAN}
  ) tipped`,
}

/** Source of the counters that results change. */
export const RESULT_SOURCE: Source = {
  counters: RESULT_COUNTERS,
  joins: `
  cross join lateral (
    select coalesce(sum(points), 0) as points, coalesce(sum(firsts), 0) as winners,
      coalesce(sum(firsts + seconds + thirds), 0) as places, coalesce(max(best_run), 0) as winners_in_a_row,
      count(*) filter (where position <= 3) as podiums, count(*) filter (where position = 1) as wins,
      count(*) filter (where is_perfect) as perfect_weekends, coalesce(sum(groups_led), 0) as groups_led,
      coalesce(sum(rivals), 0) as rivals
    from ${WEEKENDS_OF_FAN}
  ) raced`,
}

/**
 * SQL that updates the counters of a source for users and returns the changed rows; deleted users are left out.
 *
 * `users` is a query for their `user_id`. Rows are written in one order, so that concurrent counts cannot deadlock.
 */
export const COUNT = ({ counters, joins }: Source, users: string): string => {
  const columns = counters.join(', ')
  return `insert into achievement_counters as c (user_id, ${columns})
    select fan.user_id, ${columns}
    from (
      select distinct user_id from (${users}) requested
      where not exists (select from deleted_subjects where subject = 'user/' || user_id)
    ) fan ${joins}
    order by fan.user_id
    on conflict (user_id) do update set ${counters.map((counter) => `${counter} = excluded.${counter}`).join(', ')}
    where (${counters.map((counter) => `c.${counter}`).join(', ')})
      is distinct from (${counters.map((counter) => `excluded.${counter}`).join(', ')})
    returning c.*`
}
