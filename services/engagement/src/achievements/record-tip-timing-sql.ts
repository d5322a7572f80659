import { prepared, type Transaction } from '@purple-sector/database'

/** A tip is early this long before the first deadline of its category, and late this shortly before the next one. */
const EARLY = '1 day'
const LATE = '10 minutes'

/** SQL: races of a weekend that count in the open competition. */
export const COUNTING_RACES = (weekendId: string): string => `
  select race.* from races race join weekends weekend on weekend.id = race.weekend_id
  where race.weekend_id = ${weekendId} and race.session_type <> 'practice'
    and (weekend.product_race_ids = '{}' or race.id = any(weekend.product_race_ids))`

/**
 * SQL: records once per change of a tip whether it was early or late, by the deadlines at that time.
 *
 * It also creates the user's weekend, and marks its grid as full when no category of the open competition is left.
 */
const RECORD_TIMING = `
with tip as (
  select * from tips where id = :tipId
), races_of_tip as (
  select race.deadline from tip cross join lateral (${COUNTING_RACES('tip.weekend_id')}) race
  where tip.group_id is null and race.category_id = tip.category_id
  union all
  select race.deadline from tip join group_weekends gw on gw.group_id = tip.group_id and gw.weekend_id = tip.weekend_id
  join races race on race.weekend_id = tip.weekend_id and race.category_id = tip.category_id
  where race.session_type <> 'practice'
    and (gw.selected_race_ids = '{}' or race.id = any(gw.selected_race_ids))
), recorded as (
  insert into tip_timings as known
    (tip_id, user_id, weekend_id, group_id, category_id, first_at, recorded_at, was_early, was_late)
  select tip.id, tip.user_id, tip.weekend_id, tip.group_id, tip.category_id, tip.submitted_at, tip.submitted_at,
    :isNotifiable and coalesce(tip.submitted_at + interval '${EARLY}' <= (select min(deadline) from races_of_tip), false),
    :isNotifiable and exists (select from races_of_tip where deadline > tip.submitted_at
      and deadline <= tip.submitted_at + interval '${LATE}')
  from tip
  on conflict (tip_id) do update set recorded_at = excluded.recorded_at,
    was_early = known.was_early or excluded.was_early, was_late = known.was_late or excluded.was_late
  where known.recorded_at < excluded.recorded_at
)
insert into fan_weekends as fan (weekend_id, user_id, has_full_grid)
select tip.weekend_id, tip.user_id, :isNotifiable and tip.group_id is null and exists (${COUNTING_RACES('tip.weekend_id')}) and not exists (
  select from (${COUNTING_RACES('tip.weekend_id')}) race
  where not exists (
    select from tips own where own.weekend_id = tip.weekend_id and own.category_id = race.category_id
      and own.group_id is null and own.user_id = tip.user_id and not own.is_automatic
  )
)
from tip
on conflict (weekend_id, user_id) do update set has_full_grid = true
where excluded.has_full_grid and not fan.has_full_grid`

/**
 * Records whether a tip was early or late.
 *
 * A republished tip (`isNotifiable` false) is neither, because the races of its weekend may not be replicated yet.
 */
export const recordTipTiming = async (sql: Transaction, tipId: number, isNotifiable: boolean): Promise<void> => {
  await prepared(sql, 'record-tip-timing', RECORD_TIMING, { tipId, isNotifiable })
}
