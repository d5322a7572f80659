import type { JoinReply } from '@purple-sector/contracts/groups/http'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { GroupsDependencies } from '../dependencies.ts'
import { groupRepository } from '../groups/group-repository.ts'
import { lockCaller } from '../projections/user-projection.ts'
import { joinLockedGroup } from './join-locked-group.ts'

/** The error for a link without a group. */
export const noSuchInvite = () => notFound('INVITE_NOT_FOUND', 'This invite link isn’t valid.')

/** Joins by link, and accepts a pending invitation of the caller. */
export const joinGroup =
  ({ commit, findInvitation }: Pick<GroupsDependencies, 'commit' | 'findInvitation'>) =>
  (caller: Caller, inviteCode: string): Promise<JoinReply> =>
    commit(async (sql) => {
      await lockCaller(sql, 'shared', caller)
      const group = await groupRepository(sql).selectByCodeForUpdate(inviteCode)
      if (!group) throw noSuchInvite()
      const invitation = await findInvitation(sql, group.id, caller.userId)
      return joinLockedGroup(sql, { group, userId: caller.userId, invitation })
    })
