import { ACTIVITY_COUNTERS, type Counter, RESULT_COUNTERS } from './achievements.ts'

/*
 * Every counter is recounted from rows of this schema, for a relation `fan (user_id)`. Nothing is incremented, so that
 * redelivered events, rebuilds and corrections keep it correct.
 */

/**
 * The fan's weekends with a tip that they made themselves: automatic ones alone move no achievement. Each has the season that
 * it is a round of, if any.
 */
const WEEKENDS_OF_FAN = `(
    select fan_weekends.*, weekends.season_id, weekends.round from fan_weekends
    left join weekends on weekends.id = fan_weekends.weekend_id
    where fan_weekends.user_id = fan.user_id and exists (
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
    select count(*) as weekends, count(*) filter (where has_full_grid) as full_grids,
      count(*) filter (where round = 1) as season_openers
    from ${WEEKENDS_OF_FAN}
  ) tipped
  cross join lateral (
    select coalesce(max(rounds), 0) as season_rounds from (
      select count(*) as rounds from ${WEEKENDS_OF_FAN} where season_id is not null group by season_id
    ) seasons
  ) tipped_seasons`,
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
  ) raced
  cross join lateral (
    select coalesce(max(scored_rounds), 0) as season_scored_rounds, coalesce(max(winners), 0) as season_winners from (
      select count(*) filter (where points > 0) as scored_rounds, sum(firsts) as winners
      from ${WEEKENDS_OF_FAN} where season_id is not null group by season_id
    ) seasons
  ) raced_seasons
  cross join lateral (
    select count(*) filter (where kind = 'led') as season_leads, count(*) filter (where kind = 'won') as season_wins
    from season_honours honour where honour.user_id = fan.user_id
      and honour.season_id in (select season_id from ${WEEKENDS_OF_FAN})
  ) honours`,
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
