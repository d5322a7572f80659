import type { Database, Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { forbidden } from '@purple-sector/service-kit/errors'
import { findOwnScope, noSuchWeekendOfGroup, type OwnGroup } from '../groups/own-group-sql.ts'
import type { GroupWeekend } from './nudge-repository.ts'

/**
 * Finds the scope of a group in a weekend for the group's admin. Throws 404 for users who are not members and for a weekend
 * without a scope, and 403 `NOT_GROUP_ADMIN` for other members.
 */
export const findAdministeredScope = async (
  sql: Database | Transaction,
  caller: Caller,
  group: GroupWeekend,
): Promise<OwnGroup> => {
  const scope = await findOwnScope(sql, caller, group)
  if (!scope) throw noSuchWeekendOfGroup()
  if (scope.adminUserId !== caller.userId) throw forbidden('NOT_GROUP_ADMIN', 'Only the group’s admin can do this.')
  return scope
}
