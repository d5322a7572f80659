import type { Transaction } from '@purple-sector/database'
import { forbidden, notFound } from '@purple-sector/service-kit/errors'
import { memberRepository } from '../members/member-repository.ts'
import type { StoredGroup } from './group.ts'
import { groupRepository } from './group-repository.ts'

/** The error for a group that does not exist or whose existence the caller must not learn. */
export const noSuchGroup = () => notFound('GROUP_NOT_FOUND', 'There’s no such group.')

/** Throws 403 unless the user is the group's admin: its creator, or their successor. */
export const assertGroupAdmin = ({ creatorId }: Pick<StoredGroup, 'creatorId'>, userId: string): void => {
  if (creatorId !== userId) throw forbidden('NOT_GROUP_ADMIN', 'Only the group’s admin can do this.')
}

/** Locks the group until the transaction ends, for one of its members; throws 404 for other users. */
export const selectGroupOfMemberForUpdate = async (
  sql: Transaction,
  id: number,
  userId: string,
): Promise<StoredGroup> => {
  const group = await groupRepository(sql).selectForUpdate(id)
  if (!group || !(await memberRepository(sql).find(id, userId))) throw noSuchGroup()
  return group
}

/** Locks the group like `selectGroupOfMemberForUpdate`; throws 403 unless the user is its admin. */
export const selectGroupOfAdminForUpdate = async (
  sql: Transaction,
  id: number,
  userId: string,
): Promise<StoredGroup> => {
  const group = await selectGroupOfMemberForUpdate(sql, id, userId)
  assertGroupAdmin(group, userId)
  return group
}
