import { type Database, prepared } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { findOwnScope } from '../groups/own-group-sql.ts'

/** The season of a group; `adminUserId` is null while the group has no scope. */
export type GroupSeason = { seasonId: number; adminUserId: string | null }

const GROUP_SEASON = `
select season_id as "seasonId", (
  select admin_user_id from scopes where group_id = season.group_id and not deleted order by id desc limit 1
) as "adminUserId"
from season_groups season where group_id = :groupId and all_season and season_id is not null`

/**
 * Finds the season of a group of the caller. Throws 404 `GROUP_NOT_FOUND` for users who are not members, `NO_SEASON` for a
 * group of one weekend.
 */
export const findOwnGroupSeason = async (database: Database, caller: Caller, groupId: number): Promise<GroupSeason> => {
  await findOwnScope(database, caller, { groupId })
  const [season] = (await prepared<GroupSeason>(database, 'group-season', GROUP_SEASON, { groupId })).rows
  if (!season) throw notFound('NO_SEASON', 'This group is for a single race weekend.')
  return season
}
