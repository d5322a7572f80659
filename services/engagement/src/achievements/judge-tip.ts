import { prepared, type Transaction } from '@purple-sector/database'

/** A tip is early so long before the first deadline of its category, and late so shortly before the next one. */
const EARLY = '1 day'
const LATE = '10 minutes'

/** The races of a weekend that count in the open competition. */
export const COUNTING_RACES = (weekendId: string): string => `
  select race.* from races race join weekends weekend on weekend.id = race.weekend_id
  where race.weekend_id = ${weekendId} and race.session_type <> 'practice'
    and (weekend.product_race_ids = '{}' or race.id = any(weekend.product_race_ids))`

/**
 * Each change of a tip is judged once, by the deadlines of then: where it is told again, they may have moved. It also
 * begins the fan's weekend; one in the open competition completes its grid where no category is left.
 */
const JUDGE = `
with tip as (
  select * from tips where id = :tipId
), races_of_tip as (
  select race.deadline from tip cross join lateral (${COUNTING_RACES('tip.weekend_id')}) race
  where tip.group_id is null and race.category_id = tip.category_id
  union all
  select race.deadline from tip join groups on groups.id = tip.group_id
  join races race on race.weekend_id = tip.weekend_id and race.category_id = tip.category_id
  where race.session_type <> 'practice'
    and (groups.selected_race_ids = '{}' or race.id = any(groups.selected_race_ids))
), judged as (
  insert into judged_tips as known
    (tip_id, user_id, weekend_id, group_id, category_id, first_at, judged_at, was_early, was_late)
  select tip.id, tip.user_id, tip.weekend_id, tip.group_id, tip.category_id, tip.submitted_at, tip.submitted_at,
    :isNotifiable and coalesce(tip.submitted_at + interval '${EARLY}' <= (select min(deadline) from races_of_tip), false),
    :isNotifiable and exists (select from races_of_tip where deadline > tip.submitted_at
      and deadline <= tip.submitted_at + interval '${LATE}')
  from tip
  on conflict (tip_id) do update set judged_at = excluded.judged_at,
    was_early = known.was_early or excluded.was_early, was_late = known.was_late or excluded.was_late
  where known.judged_at < excluded.judged_at
)
insert into fan_weekends as fan (weekend_id, user_id, has_full_grid)
select tip.weekend_id, tip.user_id, :isNotifiable and tip.group_id is null and exists (${COUNTING_RACES('tip.weekend_id')}) and not exists (
  select from (${COUNTING_RACES('tip.weekend_id')}) race
  where not exists (
    select from tips own where own.weekend_id = tip.weekend_id and own.category_id = race.category_id
      and own.group_id is null and own.user_id = tip.user_id
  )
)
from tip
on conflict (weekend_id, user_id) do update set has_full_grid = true
where excluded.has_full_grid and not fan.has_full_grid`

/**
 * Notes how a tip stood to its deadlines. What is told again (`isNotifiable` false) is taken for neither early nor late: the
 * races of its weekend may not be known yet.
 */
export const judgeTip = async (sql: Transaction, tipId: number, isNotifiable: boolean): Promise<void> => {
  await prepared(sql, 'judge-tip', JUDGE, { tipId, isNotifiable })
}
