import type { Transaction } from '@purple-sector/database'
import type { TipRequest } from './tip.ts'

/** A scope that a group has once the weekend is announced. */
type ScopeToOpen = { isAnnounced: boolean }

/**
 * The requests of members of season groups that had no scope in the weekend a moment ago and get one once it is announced,
 * because it is a round of their season after the group's first (docs/rules.md, Season groups), or have just got it.
 */
const SCOPES_TO_OPEN = `
select requested.user_id as "userId", requested.group_id as "groupId", weekend.is_active as "isAnnounced"
from unnest(:userIds::text[], :groupIds::integer[]) requested (user_id, group_id)
join published_memberships member on member.group_id = requested.group_id and member.user_id = requested.user_id
join season_groups season on season.group_id = requested.group_id and season.all_season
join season_rounds round on round.season_id = season.season_id and round.weekend_id = :weekendId
join weekends weekend on weekend.id = round.weekend_id and not weekend.deleted
where exists (
  select from scopes where group_id = requested.group_id and weekend_id = :weekendId and not deleted
) or exists (
  select from scopes join season_rounds earlier on earlier.season_id = round.season_id
    and earlier.weekend_id = scopes.weekend_id
  join weekends on weekends.id = scopes.weekend_id
  where scopes.group_id = requested.group_id and not scopes.deleted
    and (weekends.start_date, earlier.round) < (weekend.start_date, round.round)
) or weekend.status <> 'completed' and not exists (
  select from scopes where group_id = requested.group_id and not deleted
)`

/** Finds the requests, of those for which no scope was found, whose group gets it once it is announced, or has just got it. */
export const findScopesToOpen = async (
  sql: Transaction,
  weekendId: number,
  requests: readonly TipRequest[],
): Promise<(request: TipRequest) => ScopeToOpen | undefined> => {
  const ofGroups = requests.filter(({ groupId }) => groupId !== null)
  if (ofGroups.length === 0) return () => undefined
  const { rows } = await sql.raw<{ rows: (Pick<TipRequest, 'userId' | 'groupId'> & ScopeToOpen)[] }>(SCOPES_TO_OPEN, {
    weekendId,
    userIds: ofGroups.map(({ userId }) => userId),
    groupIds: ofGroups.map(({ groupId }) => groupId),
  })
  const keyOf = ({ userId, groupId }: Pick<TipRequest, 'userId' | 'groupId'>) => `${groupId}/${userId}`
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  return (request) => found.get(keyOf(request))
}
