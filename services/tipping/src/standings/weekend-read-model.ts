import type { FanFigures, WeekendSummary } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { COUNTING_RACES } from '../tips/tip-races.ts'

/**
 * The points of a user's tips in the scored races of the open competition, in order of locking; leaves out races
 * without a tip.
 */
const TIP_POINTS = `
select coalesce(award.points, 0) as points
from races race
join scopes scope on scope.weekend_id = race.weekend_id and scope.group_id is null
cross join lateral (
  select selected_race_ids from scope_rules where scope_id = scope.id and in_force_from <= race.locks_at
  order by in_force_from desc limit 1
) rules
join tips tip on tip.scope_id = scope.id and tip.user_id = :userId and tip.category_id = race.category_id
left join awards award on award.race_id = race.race_id and award.scope_id = scope.id
  and award.user_id = tip.user_id and award.to_revision is null
where race.weekend_id = :weekendId and race.session_type <> 'practice' and not race.deleted
  and race.scored_status <> 'cancelled'
  and (rules.selected_race_ids = '{}' or race.race_id = any(rules.selected_race_ids))
  and exists (select from tip_revisions where tip_id = tip.id and submitted_at < race.locks_at)
order by race.locks_at, race.race_id`

/**
 * The race that locked last among those of the board with a result in force, and the points of the user's tip on it.
 */
const LATEST_RACE = `
with clock as materialized (
  select clock_timestamp() as now
), race as (
  select races.* from clock cross join ${COUNTING_RACES({ scopeId: ':scopeId', weekendId: ':weekendId' })}
    and scored_revision is not null and scored_status <> 'cancelled'
  order by locks_at desc, race_id desc limit 1
)
select race.race_id as "raceId", race.name, race.category_id as "categoryId", race.scored_revision as revision,
  array_remove(array[result.first_car_id, result.second_car_id, result.third_car_id], null) as podium,
  (select revision.car_id from tips tip join tip_revisions revision on revision.tip_id = tip.id
    where tip.scope_id = :scopeId and tip.user_id = :userId and tip.category_id = race.category_id
      and revision.submitted_at < race.locks_at
    order by revision.submitted_at desc limit 1) as "tippedCarId",
  coalesce((select points from awards award where award.race_id = race.race_id and award.scope_id = :scopeId
    and award.user_id = :userId and award.to_revision is null), 0) as points
from race join classifications result on result.race_id = race.race_id and result.revision = race.scored_revision`

/** Points of all fans in each scored race; 0 for a race in which no fan earned points. */
const RACES = `
select race.race_id as "raceId", coalesce(sum(award.points), 0)::integer as points, count(award.user_id)::integer as earners
from races race
left join awards award on award.race_id = race.race_id and award.scope_id = :scopeId and award.to_revision is null
where race.weekend_id = :weekendId and not race.deleted and race.session_type <> 'practice'
  and race.scored_revision is not null and race.scored_status <> 'cancelled'
group by race.race_id order by race.race_id`

const CATEGORIES = `
select category_id as "categoryId", count(*)::integer as racers from tips
where scope_id = :scopeId group by category_id order by category_id`

const TIP_COUNTS = `
select count(*)::integer as tips, count(distinct user_id)::integer as racers
from tips where weekend_id = :weekendId and category_id = coalesce(:categoryId, category_id)`

type UserOfWeekend = { userId: string; weekendId: number }

/** Reads what fans tipped and earned in a weekend. */
export const weekendReadModel = (sql: Database | Transaction) => ({
  async tipPoints({ userId, weekendId }: UserOfWeekend): Promise<number[]> {
    const { rows } = await sql.raw<{ rows: { points: number }[] }>(TIP_POINTS, { userId, weekendId })
    return rows.map(({ points }) => points)
  },

  async latestRace(scopeId: number, { userId, weekendId }: UserOfWeekend): Promise<FanFigures['latestRace']> {
    type Row = NonNullable<FanFigures['latestRace']>
    const { rows } = await sql.raw<{ rows: Row[] }>(LATEST_RACE, { scopeId, userId, weekendId })
    return rows[0] ?? null
  },

  async scoredRaces(scopeId: number, weekendId: number): Promise<WeekendSummary['races']> {
    return (await sql.raw<{ rows: WeekendSummary['races'] }>(RACES, { scopeId, weekendId })).rows
  },

  async tippedCategories(scopeId: number): Promise<WeekendSummary['categories']> {
    return (await sql.raw<{ rows: WeekendSummary['categories'] }>(CATEGORIES, { scopeId })).rows
  },

  /** Counts the tips, and the users with tips, of a weekend or one of its categories. */
  async countTips(weekendId: number, categoryId: number | null): Promise<{ tips: number; racers: number }> {
    type Row = { tips: number; racers: number }
    return (await sql.raw<{ rows: [Row] }>(TIP_COUNTS, { weekendId, categoryId })).rows[0]
  },
})
