import { type Counter, DONE_COUNTERS, RACED_COUNTERS } from './achievements.ts'

/*
 * Every counter is counted from rows that are here, for a relation `fan (user_id)`. Nothing is added up in passing, so
 * that an event which is heard of again, a rebuild and a correction leave it as true as it was.
 */

type Source = { counters: readonly Counter[]; joins: string }

/** What fans did, of any weekend; the activities that earn engagement points are noted once a cause. */
export const DONE: Source = {
  counters: DONE_COUNTERS,
  joins: `
  cross join lateral (
    select count(*) filter (where kind = 'tip') as tips, count(*) filter (where kind = 'message') as messages,
      count(*) filter (where kind = 'vote') as votes, count(*) filter (where kind = 'reaction') as reactions,
      count(*) filter (where kind = 'share') as shares,
      count(*) filter (where kind = 'group' and not exists (
        select from groups where 'group/' || groups.id = activities.cause and creator_id = fan.user_id
      )) as groups_joined
    from activities where activities.user_id = fan.user_id
  ) done
  cross join lateral (select count(*) as groups_founded from groups where creator_id = fan.user_id) founded
  cross join lateral (
    select count(*) filter (where was_early) as early_tips, count(*) filter (where was_late) as late_tips
    from judged_tips where user_id = fan.user_id
  ) judged
  cross join lateral (
    select count(*) as weekends, count(*) filter (where has_full_grid) as full_grids
    from fan_weekends where user_id = fan.user_id
  ) tipped`,
}

/** What their tips were worth. */
export const RACED: Source = {
  counters: RACED_COUNTERS,
  joins: `
  cross join lateral (
    select coalesce(sum(points), 0) as points, coalesce(sum(firsts), 0) as winners,
      coalesce(sum(firsts + seconds + thirds), 0) as places, coalesce(max(best_run), 0) as winners_in_a_row,
      count(*) filter (where position <= 3) as podiums, count(*) filter (where position = 1) as wins,
      count(*) filter (where is_perfect) as perfect_weekends, coalesce(sum(groups_led), 0) as groups_led,
      coalesce(sum(rivals), 0) as rivals
    from fan_weekends where user_id = fan.user_id
  ) raced`,
}

/**
 * SQL that brings these counters of fans up to date, those of a fan who is deleted aside, and answers the rows that are
 * others now. `fans` is a query for their `user_id`. In one order, so that two who count the same fans do not wait for
 * each other in a circle.
 */
export const COUNT = ({ counters, joins }: Source, fans: string): string => {
  const columns = counters.join(', ')
  return `insert into achievement_counters as c (user_id, ${columns})
    select fan.user_id, ${columns}
    from (
      select distinct user_id from (${fans}) asked
      where not exists (select from deleted_subjects where subject = 'user/' || user_id)
    ) fan ${joins}
    order by fan.user_id
    on conflict (user_id) do update set ${counters.map((counter) => `${counter} = excluded.${counter}`).join(', ')}
    where (${counters.map((counter) => `c.${counter}`).join(', ')})
      is distinct from (${counters.map((counter) => `excluded.${counter}`).join(', ')})
    returning c.*`
}
