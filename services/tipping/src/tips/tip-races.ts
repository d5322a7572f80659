import type { CountingRace, TipRace } from './tip.ts'

export type RaceRow = {
  race_id: number
  name: string
  locks_at: string | null
  starts_at: string | null
  has_started: boolean
  is_scored: boolean
}
/** `result_at`: when the result that the points follow from was published; null without one. */
export type TipRaceRow = RaceRow & {
  car_in_force: number | null
  points: number | null
  result_at: string | null
  late_at: string | null
}

/** SQL expressions of the scope, weekend and category of the races. */
type RaceSelector = { scopeId: string; weekendId: string; categoryId: string }

const FIELDS = `'race_id', race_id, 'name', name, 'locks_at', locks_at, 'starts_at', starts_at,
  'has_started', has_started or status <> 'upcoming' or started_by <> '{}', 'is_scored', scored_revision is not null and scored_status <> 'cancelled'`

/**
 * SQL of the counting races. A race counts by the rules of the scope in force when it locked, or at `clock.now` while
 * it is open; one that locked before a group was founded, by the group's first rules, which are read only then.
 */
export const COUNTING_RACES = ({ scopeId, weekendId }: Omit<RaceSelector, 'categoryId'>): string => `races
cross join lateral (select coalesce(
  (select selected_race_ids from scope_rules where scope_id = ${scopeId}
    and in_force_from <= least(locks_at, clock.now) order by in_force_from desc limit 1),
  (select selected_race_ids from scope_rules where scope_id = ${scopeId} order by in_force_from limit 1)
) as selected_race_ids offset 0) rules
where weekend_id = ${weekendId} and session_type <> 'practice' and not races.deleted
  and (rules.selected_race_ids = '{}' or race_id = any(rules.selected_race_ids))`

/**
 * SQL of the races that any version of the scope's rules ever selected, in force or not when they locked, because they
 * may be selected again. The counting races are among them.
 */
export const EVER_SELECTED_RACES = ({ scopeId, weekendId }: Omit<RaceSelector, 'categoryId'>): string => `races
where weekend_id = ${weekendId} and session_type <> 'practice' and not races.deleted and exists (
  select from scope_rules where scope_id = ${scopeId}
    and (selected_race_ids = '{}' or race_id = any(selected_race_ids))
)`

const COUNTING = (selector: RaceSelector): string => `
from ${COUNTING_RACES(selector)} and category_id = ${selector.categoryId}`

/**
 * SQL of the car of a `tip` in force at `locksAt`: history is read only where the tip changed later. Null if it was submitted
 * later.
 */
export const CAR_IN_FORCE = (locksAt: string): string => `case when tip.submitted_at < ${locksAt} then tip.car_id else (
    select revision.car_id from tip_revisions revision where revision.tip_id = tip.id
      and revision.submitted_at < ${locksAt} order by revision.submitted_at desc limit 1
  ) end`

const racesAsJson = (fields: string, selector: RaceSelector): string =>
  `coalesce((select json_agg(json_build_object(${fields}) order by locks_at nulls last, race_id)${COUNTING(selector)}), '[]')`

/**
 * SQL of the counting races of a category in a scope as JSON, in the order they lock. The surrounding query must define
 * `clock (now)`.
 */
export const RACES = (selector: RaceSelector): string => racesAsJson(FIELDS, selector)

/**
 * The same for a `tip`, with the car each race is scored with and its points. History and ledger are read only where
 * the tip row does not have the answer.
 */
export const TIP_RACES = racesAsJson(
  `${FIELDS},
  'car_in_force', ${CAR_IN_FORCE("coalesce(locks_at, 'infinity')")},
  'points', case when scored_revision is not null
    then (select points from awards where awards.race_id = races.race_id and awards.scope_id = tip.scope_id
      and awards.user_id = tip.user_id and awards.to_revision is null
      and awards.membership_id is not distinct from tip.membership_id) end,
  'result_at', case when scored_revision is not null
    then (select published_at from classifications result
      where result.race_id = races.race_id and result.revision = races.scored_revision) end,
  'late_at', case when closed_at is not null
    then (select max(submitted_at) from tip_revisions late where late.tip_id = tip.id
      and late.submitted_at >= locks_at and late.submitted_at < closed_at) end`,
  { scopeId: 'tip.scope_id', weekendId: 'tip.weekend_id', categoryId: 'tip.category_id' },
)

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

export const raceOf = (row: RaceRow): CountingRace => ({
  raceId: row.race_id,
  name: row.name,
  locksAt: toDate(row.locks_at),
  startsAt: toDate(row.starts_at),
  hasStarted: row.has_started,
  isScored: row.is_scored,
})

export const tipRaceOf = (row: TipRaceRow): TipRace => ({
  ...raceOf(row),
  carInForce: row.car_in_force,
  points: row.points,
  lateAt: toDate(row.late_at),
})
