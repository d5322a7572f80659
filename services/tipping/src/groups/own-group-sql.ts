import { type Database, prepared } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'

/** A group that the caller is a member of. */
export type OwnGroup = {
  scopeId: number
  groupId: number
  weekendId: number
  adminUserId: string | null
  /** Version of its leaderboard. */
  version: number
}

const OWN_GROUP = `
select scope.id as "scopeId", scope.group_id as "groupId", scope.weekend_id as "weekendId",
  scope.admin_user_id as "adminUserId", scope.version
from memberships member join scopes scope on scope.id = member.scope_id
where member.user_id = :userId and member.left_at is null and scope.group_id = :groupId and not scope.deleted limit 1`

/** Finds a group of the caller; throws 404 for users who are not members (docs/contract.md, HTTP in general). */
export const findOwnGroup = async (database: Database, { userId }: Caller, groupId: number): Promise<OwnGroup> => {
  const { rows } = await prepared<OwnGroup>(database, 'own-group', OWN_GROUP, { userId, groupId })
  const [group] = rows
  if (!group) throw notFound('GROUP_NOT_FOUND', 'There’s no such group.')
  return group
}
