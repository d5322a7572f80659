import type { Picks } from '@purple-sector/contracts/tipping/http'
import { type Database, prepared } from '@purple-sector/database'
import { COUNTING_RACES, EVER_SELECTED_RACES } from '../tips/tip-races.ts'
import { committedTips } from './committed-tips.ts'

/** A scope whose picks are requested. */
export type PickedScope = { scopeId: number; weekendId: number; groupId: number | null }

type Closed = Extract<Picks, { open: false }>
/** The pick distribution of a closed category; `decidedBy` identifies the awaited races and when they locked. */
export type Distribution = Pick<Closed, 'tips' | 'cars'> & {
  categoryId: number
  decidedBy: string
  /** Of a group: all users on its board with a tip; `hidden` says that the group hides their points. */
  members?: (NonNullable<Closed['members']>[number] & { hidden: boolean })[]
}

const SCOPE = { scopeId: '(select id from scope)', weekendId: ':weekendId' }

/**
 * CTEs that end in `category_locks`: the categories with counting races of the scope in `scope (id)`, each with whether
 * and when its races have locked for good (docs/rules.md, Tips), or which race is awaited last. A race closed for a
 * result that may not be stored may reopen. A race that the scope selected in the past is awaited as well: it may be
 * selected again, and fans could then tip on it with knowledge of the picks of others.
 */
export const CATEGORY_LOCKS = `
clock as materialized (
  select clock_timestamp() as now
), counting as materialized (
  select distinct category_id from clock cross join ${COUNTING_RACES(SCOPE)}
), category_locks as materialized (
  select category_id, bool_and(is_locked) as is_closed, max(locks_at) as closed_at,
    (array_agg(race_id order by locks_at desc nulls first, race_id desc) filter (where not is_locked))[1] as awaited_race_id,
    string_agg(race_id || '@' || coalesce(extract(epoch from locks_at)::text, '-'), ' ' order by race_id) as decided_by
  from (
    select category_id, race_id, locks_at, coalesce(locks_at <= clock.now, false) and not exists (
      select from provisional_locks attempt
      where attempt.race_id = races.race_id and coalesce(attempt.fallback > clock.now, true)
    ) as is_locked
    from clock cross join ${EVER_SELECTED_RACES(SCOPE)} and category_id in (select category_id from counting)
  ) awaited
  group by category_id
)`

/**
 * The categories with whether they have closed by the database's clock at this call, and the caller's picks. One
 * statement, because all fans send this request at a lock.
 */
const OWN_PICKS = (scope: string): string => `
with scope as materialized (
  ${scope}
), ${CATEGORY_LOCKS}
select scope.id as "scopeId", category_lock.category_id as "categoryId", category.name as category,
  category_lock.is_closed as "isClosed", category_lock.decided_by as "decidedBy", tip.car_id as yours,
  awaited.race_id as "raceId", awaited.name as race, awaited.locks_at as "locksAt"
from scope cross join category_locks category_lock join categories category on category.id = category_lock.category_id
left join races awaited on awaited.race_id = category_lock.awaited_race_id
left join (
  select tips.category_id, tips.car_id from tips left join memberships member on member.id = tips.membership_id
  where tips.scope_id = (select id from scope) and tips.user_id = :userId and member.left_at is null
) tip on tip.category_id = category_lock.category_id
order by category.list_order, category.id`

const OF_GROUP = OWN_PICKS('select :scopeId::bigint as id')
const OF_WEEKEND = OWN_PICKS('select id from scopes where weekend_id = :weekendId and group_id is null and not deleted')

/** A category with whether it has closed, and the caller's pick. */
export type OwnPick = {
  scopeId: number
  categoryId: number
  category: string
  isClosed: boolean
  decidedBy: string
  yours: number | null
  /** The race that is awaited last; null if all have locked. */
  raceId: number | null
  race: string | null
  locksAt: Date | null
}

/** The condition on a group's tips: only those of memberships that the board has. */
const IS_ON_BOARD = `(:isGroup::boolean is false or exists (
  select from standings s where s.scope_id = tip.scope_id and s.user_id = tip.user_id
    and s.membership_id = tip.membership_id))`

/** When the last category of a scope that has closed did; null if none has. */
const CLOSED_AT = `
with scope as materialized (
  select :scopeId::bigint as id
), ${CATEGORY_LOCKS}
select max(closed_at) as "closedAt" from category_locks where is_closed`

const DISTRIBUTIONS = `
with scope as materialized (
  select :scopeId::bigint as id
), ${CATEGORY_LOCKS}, closed as materialized (
  select * from category_locks where is_closed and closed_at < :committedAt::timestamptz
), picked as materialized (
  select category_lock.category_id, tip.car_id, count(*)::integer as count
  from closed category_lock join tips tip on tip.weekend_id = :weekendId and tip.category_id = category_lock.category_id
  where tip.scope_id = :scopeId and ${IS_ON_BOARD}
  group by category_lock.category_id, tip.car_id
)
select category_lock.category_id as "categoryId", category_lock.decided_by as "decidedBy", coalesce(total.tips, 0)::integer as tips,
  coalesce((
    select json_agg(json_build_object('carId', car.id, 'number', car.number, 'plate', car.plate, 'driver', car.driver,
      'count', picked.count, 'percent', round(100.0 * picked.count / total.tips, 1))
      order by picked.count desc, car.number, car.plate)
    from picked join cars car on car.id = picked.car_id where picked.category_id = category_lock.category_id
  ), '[]') as cars,
  case when :isGroup::boolean then coalesce((
    select json_agg(json_build_object('userId', tip.user_id, 'username', u.username, 'carId', tip.car_id,
      'hidden', coalesce(standing.hidden, false))
      order by coalesce(u.sort_name, 'anonymous'), tip.user_id)
    from tips tip left join users u on u.id = tip.user_id
    left join standings standing on standing.scope_id = tip.scope_id and standing.user_id = tip.user_id
    where tip.scope_id = :scopeId and tip.category_id = category_lock.category_id and ${IS_ON_BOARD}
  ), '[]') end as members
from closed category_lock
left join lateral (select sum(count) as tips from picked where category_id = category_lock.category_id) total on true`

/**
 * Finds a moment after the last category of a scope that has closed, when all tips from before it have committed; undefined
 * if none has closed.
 */
export const picksCommitted = (database: Database) => {
  const committedAfter = committedTips(database)
  return async ({ scopeId, weekendId }: Omit<PickedScope, 'groupId'>): Promise<Date | undefined> => {
    const { rows } = await database.raw<{ rows: { closedAt: Date | null }[] }>(CLOSED_AT, { scopeId, weekendId })
    const closedAt = rows[0]?.closedAt
    return closedAt ? committedAfter(weekendId, closedAt) : undefined
  }
}

/**
 * Reads the distributions of all closed categories of a scope, in one snapshot that also decides which are closed; read
 * after the tips that were accepted before the lock have committed.
 */
export const pickDistributionReader = (database: Database) => {
  const committedAtOf = picksCommitted(database)
  return async ({ scopeId, weekendId, groupId }: PickedScope): Promise<Distribution[]> => {
    const committedAt = await committedAtOf({ scopeId, weekendId })
    if (!committedAt) return []
    type Row = Omit<Distribution, 'members'> & { members: Distribution['members'] | null }
    const { rows } = await database.raw<{ rows: Row[] }>(DISTRIBUTIONS, {
      scopeId,
      weekendId,
      isGroup: groupId !== null,
      committedAt,
    })
    return rows.map(({ members, ...distribution }) => ({ ...distribution, ...(members && { members }) }))
  }
}

/** Reads the categories of a scope with a user's own picks. */
export const findOwnPicks = (database: Database) => ({
  async ofGroup(scopeId: number, weekendId: number, userId: string): Promise<OwnPick[]> {
    const bindings = { scopeId, weekendId, userId }
    return (await prepared<OwnPick>(database, 'own-picks-of-group', OF_GROUP, bindings)).rows
  },

  /** Of the open competition; none for an unknown weekend. */
  async ofWeekend(weekendId: number, userId: string): Promise<OwnPick[]> {
    return (await prepared<OwnPick>(database, 'own-picks', OF_WEEKEND, { weekendId, userId })).rows
  },
})
