import type { CategoryStandings } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { COUNTING_RACES } from '../tips/tip-races.ts'
import { findOwnGroup, type GroupInWeekend } from './own-group-sql.ts'

/**
 * Points per category of the counting races, from the awards in force of those on the board. Points that are
 * hidden on the board are also hidden in this reply, and sort last as on the board.
 */
const STANDINGS = `
with clock as materialized (
  select clock_timestamp() as now
), race as materialized (
  select race_id, races.category_id from clock cross join ${COUNTING_RACES({ scopeId: ':scopeId', weekendId: ':weekendId' })}
), earned as materialized (
  select race.category_id, award.membership_id, sum(award.points)::integer as points
  from race join awards award on award.race_id = race.race_id and award.scope_id = :scopeId and award.to_revision is null
  group by race.category_id, award.membership_id
)
select category.id as "categoryId", category.name as category, coalesce((
  select json_agg(json_build_object('userId', user_id, 'username', username, 'firstName', first_name,
    'points', case when hidden and not is_visible then null else points end)
    order by hidden, case when not hidden then points end desc, sort_name, user_id)
  from (
    select s.user_id, s.sort_name, s.hidden, u.username, u.first_name, coalesce(earned.points, 0) as points,
      :viewer in (s.user_id, scope.admin_user_id) as is_visible
    from standings s join scopes scope on scope.id = s.scope_id
    left join users u on u.id = s.user_id
    left join earned on earned.membership_id = s.membership_id and earned.category_id = category.id
    where s.scope_id = :scopeId
    order by s.hidden, case when not s.hidden then coalesce(earned.points, 0) end desc, s.sort_name, s.user_id limit 5
  ) best
), '[]') as top
from categories category where category.id in (select category_id from race)
order by category.list_order, category.id`

/** Reads the best members of a group in each of its categories in a weekend (docs/api/tipping.md). */
export const categoryStandings =
  ({ database }: { database: Database }) =>
  async (caller: Caller, group: GroupInWeekend): Promise<CategoryStandings[]> => {
    const scope = await findOwnGroup(database, caller, group)
    if (!scope) return []
    const { scopeId, weekendId } = scope
    const bindings = { scopeId, weekendId, viewer: caller.userId }
    return (await database.raw<{ rows: CategoryStandings[] }>(STANDINGS, bindings)).rows
  }
