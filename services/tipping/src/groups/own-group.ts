import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'

/** A group that somebody is in. */
export type OwnGroup = { scopeId: number; groupId: number; weekendId: number }

/** What is told of a group is for its members; for others there is none (docs/contract.md, HTTP in general). */
export const ownGroup = async (database: Database, { userId }: Caller, groupId: number): Promise<OwnGroup> => {
  const scope = await database('memberships')
    .join('scopes', 'scopes.id', 'memberships.scope_id')
    .where({ 'memberships.user_id': userId, 'memberships.left_at': null })
    .where({ 'scopes.deleted': false, group_id: groupId })
    .first('scopes.id', 'weekend_id')
  if (!scope) throw notFound('GROUP_NOT_FOUND', 'There is no such group.')
  return { scopeId: scope.id, groupId, weekendId: scope.weekend_id }
}
