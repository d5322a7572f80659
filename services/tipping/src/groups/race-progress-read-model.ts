import type { RaceProgress } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { queryLeaderboards } from '../leaderboards/query-leaderboards-sql.ts'
import { COUNTING_RACES } from '../tips/tip-races.ts'
import { findOwnGroup, type GroupInWeekend } from './own-group-sql.ts'

/**
 * Per counting race: the number of members with a tip that counts, and the members with the most points, among those
 * on the board. A member with hidden points sorts behind others with as many points, because a higher place
 * would reveal them.
 */
const PROGRESS = `
with clock as materialized (
  select clock_timestamp() as now
), race as materialized (
  select races.* from clock cross join ${COUNTING_RACES({ scopeId: ':scopeId', weekendId: ':weekendId' })}
), member as materialized (
  select s.membership_id as id, s.user_id, s.hidden, s.sort_name, u.username, u.first_name,
    not s.hidden or :viewer in (s.user_id, scope.admin_user_id) as is_visible
  from standings s join scopes scope on scope.id = s.scope_id
  left join users u on u.id = s.user_id
  where s.scope_id = :scopeId
), tip as materialized (
  select tip.category_id, (select min(submitted_at) from tip_revisions where tip_id = tip.id) as first_submitted_at
  from tips tip join member on member.id = tip.membership_id where tip.scope_id = :scopeId
)
select race.race_id as "raceId", race.name, category.name as category, race.status,
  race.starts_at as "scheduledTime", race.completed_at as "completedAt",
  (select count(*)::integer from tip
    where tip.category_id = race.category_id and first_submitted_at < coalesce(race.locks_at, 'infinity')) as tipped,
  (select count(*)::integer from member) as participants,
  case when race.scored_revision is not null and race.scored_status <> 'cancelled' then coalesce((
    select json_agg(json_build_object('userId', user_id, 'username', username, 'firstName', first_name,
      'points', points) order by points desc, hidden, sort_name, user_id)
    from (
      select member.*, award.points from awards award
      join member on member.id = award.membership_id and member.is_visible
      where award.race_id = race.race_id and award.scope_id = :scopeId and award.to_revision is null and award.points > 0
      order by award.points desc, hidden, sort_name, user_id limit 3
    ) best
  ), '[]') end as "topPerformers"
from race join categories category on category.id = race.category_id
order by race.starts_at nulls last, race.race_id`

type Row = Omit<RaceProgress, 'scheduledTime' | 'completedAt'> & {
  scheduledTime: Date | null
  completedAt: Date | null
}

/** Reads the counting races of a group in a weekend for its members (docs/api/tipping.md); none while it waits for one. */
export const raceProgress =
  ({ database }: { database: Database }) =>
  async (caller: Caller, group: GroupInWeekend): Promise<RaceProgress[]> => {
    const scope = await findOwnGroup(database, caller, group)
    if (!scope) return []
    const { scopeId, weekendId } = scope
    const bindings = { scopeId, weekendId, viewer: caller.userId }
    const rows = await queryLeaderboards<Row>(database, [scopeId], {
      name: 'race-progress',
      statement: PROGRESS,
      bindings,
    })
    return rows.map(({ scheduledTime, completedAt, ...row }) => ({
      ...row,
      scheduledTime: scheduledTime?.toISOString() ?? null,
      completedAt: completedAt?.toISOString() ?? null,
    }))
  }
