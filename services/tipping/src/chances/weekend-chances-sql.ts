import { HAS_TIP } from '../leaderboards/leaderboard-sql.ts'
import { CATEGORY_LOCKS } from '../picks/pick-read-model.ts'
import { CUSTOM_DEFAULT } from '../scopes/rules.ts'
import { CAR_IN_FORCE } from '../tips/tip-races.ts'

const price = (place: 'first' | 'second' | 'third'): string => `case when rule.use_custom_points
    then coalesce((rule.custom_points -> race.category_id::text ->> '${place}')::integer, ${CUSTOM_DEFAULT[place]})
    else race.points_${place} end`

/**
 * CTEs that end in `remaining`: the counting races of the scope in `scope (id)` that have no result in force and are not
 * cancelled, with their points by the rules in force when they locked, or now. A race that locked before the group was
 * founded is never scored in it and is none of them.
 */
const REMAINING = `${CATEGORY_LOCKS}, remaining as materialized (
  select race.race_id, race.category_id, race.locks_at, rule.prevent_points_until_approved as needs_approval,
    ${price('first')} as first, ${price('second')} as second, ${price('third')} as third,
    coalesce(race.locks_at <= clock.now, false) and not exists (
      select from provisional_locks attempt
      where attempt.race_id = race.race_id and coalesce(attempt.fallback > clock.now, true)
    ) as is_locked,
    coalesce(category_lock.is_closed, false) as has_visible_picks, category_lock.closed_at
  from clock cross join races race
  cross join lateral (
    select * from scope_rules where scope_id = (select id from scope)
      and in_force_from <= least(race.locks_at, clock.now) order by in_force_from desc limit 1
  ) rule
  left join category_locks category_lock on category_lock.category_id = race.category_id
  where race.weekend_id = :weekendId and race.session_type <> 'practice' and not race.deleted
    and race.scored_revision is null
    and (rule.selected_race_ids = '{}' or race.race_id = any(rule.selected_race_ids))
)`

const SCOPE = `scope as materialized (
  select * from scopes where id = :scopeId
)`

/** Whether a `tip` earns in a `race`: in a group, that of a member who had joined, and been approved where that is needed. */
const EARNS = `(tip.membership_id is null or exists (
    select from memberships member where member.id = tip.membership_id and member.joined_at < race.locks_at
      and coalesce(member.left_at >= race.locks_at, true)
      and (not race.needs_approval or coalesce(member.approved_at < race.locks_at, false))
  ))`

const IS_OUT = (car: string): string =>
  `(${car}.deleted or ${car}.withdrawn or ${car}.status in ('crashed', 'dnf', 'retired'))`

/** The locked races in which a standing `s` has a tip that earns, on a car that is not out; ids of `remaining race`. */
export const RACES_WITH_CAR = (condition: string): string => `
  from remaining race
  join tips tip on tip.scope_id = s.scope_id and tip.user_id = s.user_id and tip.category_id = race.category_id
    and tip.membership_id is not distinct from s.membership_id
  join cars car on car.id = ${CAR_IN_FORCE('race.locks_at')} and not ${IS_OUT('car')}
  where ${condition} and ${EARNS}`

const IS_RIVAL = 's.scope_id = :scopeId and s.user_id <> :userId and (:withHidden::boolean or not s.hidden)'

/**
 * What chances depend on, besides the rivals. `members` differs whenever a member joins, leaves, comes back or is hidden,
 * before the leaderboard has another version; the open competition changes with its version only.
 */
const STATE = `
select scope.version, scope.admin_user_id as "adminUserId",
  case when scope.group_id is not null then (
    select concat_ws('/', count(*), sum(membership_id), count(*) filter (where hidden)) from standings where scope_id = scope.id
  ) end as members,
  coalesce((
    select json_agg(json_build_object('raceId', race_id, 'categoryId', category_id, 'locksAt', locks_at,
      'needsApproval', needs_approval, 'points', json_build_object('first', first, 'second', second, 'third', third),
      'isLocked', is_locked, 'hasVisiblePicks', has_visible_picks, 'picksClosedAt', closed_at) order by race_id)
    from remaining
  ), '[]') as races,
  coalesce((
    select json_agg(json_build_object('carId', car.id, 'plate', car.plate) order by car.number, car.plate, car.id)
    from cars car where car.weekend_id = :weekendId and not ${IS_OUT('car')}
      and (select count(*) = 1 and bool_and(is_locked and has_visible_picks) from remaining)
      and car.category_id = (select min(category_id) from remaining)
  ), '[]') as cars`

/** The tips that earn in the only remaining race, on cars that are not out. */
const TIPPED = `tipped as materialized (
  select tip.user_id, tip.membership_id, car.id as car_id
  from remaining race
  join tips tip on tip.scope_id = :scopeId and tip.category_id = race.category_id
  join cars car on car.id = ${CAR_IN_FORCE('race.locks_at')} and not ${IS_OUT('car')}
  where ${EARNS}
)`

/** The state alone. */
export const STATE_OF_WEEKEND = `
with ${SCOPE}, ${REMAINING}
${STATE}
from scope`

const BEST_TWO = (isHidden: boolean): string => `(
  select * from standings where scope_id = :scopeId and hidden = ${isHidden} order by total desc limit 2
)`

/** The state, and those with the most points: two whose points are visible and two whose points are hidden. */
export const STATE_WITH_BEST = `
with ${SCOPE}, ${REMAINING}
${STATE}, coalesce((
    select json_agg(json_build_object('userId', user_id, 'points', total, 'isHidden', hidden) order by total desc)
    from (${BEST_TWO(false)} union all ${BEST_TWO(true)}) best
  ), '[]') as best
from scope`

/** CTE of `remaining` races that have locked, as `lockedRaces` has them in `:races`; the scope may be left out. */
export const LOCKED_REMAINING = `remaining as materialized (
  select * from json_to_recordset(:races::json)
    as race (race_id integer, scope_id bigint, category_id integer, locks_at timestamptz, needs_approval boolean)
)`

/**
 * A participant's standing in a scope with the cars of their tips on `remaining`, null for who takes no part, and the
 * version of the leaderboard that it is of.
 */
export const PARTICIPANT_OF_WEEKEND = `
with ${LOCKED_REMAINING}
select scope.version, (
    select json_build_object('order', json_build_array(total, firsts, seconds, thirds), 'tips', coalesce((
      select json_object_agg(race.race_id, car.id) ${RACES_WITH_CAR('true')}
    ), '{}')) from standings s where s.scope_id = scope.id and s.user_id = :userId
  ) as own
from scopes scope where scope.id = :scopeId`

/**
 * All with visible points who tipped in the weekend, by the car of their tip on the last race: their number, the lowest and
 * the sum of their points, and the best standing. Those without a car that can finish are one row (car null).
 */
export const TIPPERS_BY_CAR = `
with ${SCOPE}, ${REMAINING}, ${TIPPED}
select tipped.car_id as "carId", count(*)::integer as count, min(s.total) as lowest, sum(s.total)::integer as sum,
  (array_agg(array[s.total, s.firsts, s.seconds, s.thirds]
    order by s.total desc, s.firsts desc, s.seconds desc, s.thirds desc))[1:1] as best
from standings s
left join tipped on tipped.user_id = s.user_id and tipped.membership_id is not distinct from s.membership_id
where s.scope_id = :scopeId and not s.hidden and ${HAS_TIP}
group by tipped.car_id`

/**
 * The highest maximum of a rival who can reach `points`; null if none can. Their tips count only where the picks are
 * visible.
 */
export const RIVAL_MAXIMUM = `
with ${SCOPE}, ${REMAINING}, sums as materialized (
  select coalesce(sum(first), 0) as everything,
    coalesce(sum(first) filter (where not (is_locked and has_visible_picks)), 0) as unknown from remaining
)
select max(s.total + sums.unknown + (
  select coalesce(sum(race.first), 0) ${RACES_WITH_CAR('race.is_locked and race.has_visible_picks')}
))::integer as maximum
from sums join standings s on ${IS_RIVAL} and s.total + sums.everything >= :points`

/**
 * The state, and per car of the last race the three best rivals who tipped it; those without a car that can finish are
 * one pool (car null). Each row is a class of participants with the same points, picks and car, at most three of it.
 */
export const STATE_OF_RIVALS = `
with ${SCOPE}, ${REMAINING}, ${TIPPED}, classes as materialized (
  select s.total, s.firsts, s.seconds, s.thirds, tipped.car_id, count(*)::integer as count
  from standings s
  left join tipped on tipped.user_id = s.user_id and tipped.membership_id is not distinct from s.membership_id
  where s.scope_id = :scopeId and (:withHidden::boolean or not s.hidden)
  group by s.total, s.firsts, s.seconds, s.thirds, tipped.car_id
), ranked as (
  select classes.*, row_number() over (
    partition by car_id order by total desc, firsts desc, seconds desc, thirds desc
  ) as place from classes
)
${STATE}, coalesce((
    select json_agg(json_build_object('order', json_build_array(total, firsts, seconds, thirds), 'carId', car_id,
      'count', least(count, 3))) from ranked where place <= 3
  ), '[]') as classes
from scope`
