import type { Transaction } from '@purple-sector/database'
import { HAS_COUNTED_TIP, type SeasonFacts } from './season-basis-sql.ts'
import { lockedWeekends, type ParticipantRow, STANDING_OF_ROUND, VISIBLE_JOKERS } from './season-participants-sql.ts'

/** A participant of a group's season. `beganAt` is null where rounds before joining are missed ones. */
export type GroupParticipantRow = ParticipantRow & { beganAt: Date | null }

/**
 * CTE of the participants of a group's season, with `only` those whose user id meets the condition: the present members,
 * and the deleted accounts that a leaderboard of a weekend still has. `began_at` is null where rounds before joining are
 * missed ones.
 */
export const TAKING_PART = (only: (userId: string) => string = () => 'true'): string => `taking_part as materialized (
  select member.user_id, member.deleted_at, case when season.late_joiners = 'none' then member.began_at end as began_at
  from season_groups season cross join lateral (
    select user_id, began_at, null::timestamptz as deleted_at from published_memberships
    where group_id = season.group_id and ${only('user_id')}
    union all
    select former.user_id, min(former.joined_at), max(former.left_at)
    from memberships former
    join standings s on s.scope_id = former.scope_id and s.user_id = former.user_id and s.membership_id = former.id
    where former.scope_id = any(:scopeIds::bigint[]) and former.account_deleted and not exists (
      select from published_memberships where group_id = season.group_id and user_id = former.user_id
    )
    group by former.user_id having ${only('former.user_id')}
  ) member
  where season.group_id = :groupId and season.all_season and season.season_id = :seasonId
)`

/**
 * SQL condition: a standing `s` is of the present membership of a `member`, or of the one that ended with their account.
 * Rows that stayed from an earlier membership are of rounds before joining.
 */
export const IS_OF_PRESENT_MEMBERSHIP = `exists (
  select from memberships membership where membership.id = s.membership_id
    and (membership.left_at is null or member.deleted_at is not null and membership.account_deleted)
)`

const PARTICIPANTS = `
with ${TAKING_PART()}
select member.user_id as "userId", coalesce(u.sort_name, 'anonymous') as "sortName",
  coalesce(own."isHidden", false) as "isHidden", coalesce(own.standings, '[]') as standings,
  member.deleted_at as "deletedAt", member.began_at as "beganAt",
  to_json(${VISIBLE_JOKERS('member')}) as jokers
from taking_part member
left join users u on u.id = member.user_id
left join lateral (
  select bool_or(s.hidden) as "isHidden", json_agg(${STANDING_OF_ROUND}) filter (where ${HAS_COUNTED_TIP}) as standings
  from unnest(:scopeIds::bigint[]) with ordinality as scope (id, round)
  join standings s on s.scope_id = scope.id and s.user_id = member.user_id
    and ${IS_OF_PRESENT_MEMBERSHIP}
) own on true
order by member.user_id`

/** The participants of several groups of a season. */
const PARTICIPANTS_OF_GROUPS = `
select competition."groupId", participant.*
from json_to_recordset(:groups::json)
  as competition ("groupId" integer, "scopeIds" bigint[], "lockedWeekendIds" integer[])
cross join lateral (${PARTICIPANTS.replaceAll(/:(groupId|scopeIds|lockedWeekendIds)\b/g, 'competition."$1"')}) participant`

/** Reads all participants of several groups of a season, by group: groups are small enough to read them as a whole. */
export const participantsOfGroups = async (
  sql: Transaction,
  seasonId: number,
  factsByGroup: ReadonlyMap<number, SeasonFacts>,
): Promise<Map<number, (GroupParticipantRow & { groupId: number })[]>> => {
  const groups = [...factsByGroup].map(([groupId, facts]) => ({
    ...{ groupId, scopeIds: facts.scopeIds },
    lockedWeekendIds: lockedWeekends(facts),
  }))
  const { rows } = await sql.raw<{ rows: (GroupParticipantRow & { groupId: number })[] }>(PARTICIPANTS_OF_GROUPS, {
    seasonId,
    groups: JSON.stringify(groups),
  })
  return Map.groupBy(rows, ({ groupId }) => groupId)
}
