import type { Caller } from '@purple-sector/service-kit'
import { conflict } from '@purple-sector/service-kit/errors'
import { withoutIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { GroupsDependencies } from '../dependencies.ts'
import { singleWeekendOf } from '../groups/group.ts'
import { groupRepository } from '../groups/group-repository.ts'
import { noSuchGroup } from '../groups/select-group-for-update.ts'
import { withdrawSentInvitations } from '../invitations/close-invitation.ts'
import { publish } from '../published.ts'
import { membershipState } from './member.ts'
import { memberRepository } from './member-repository.ts'

/** Ends the caller's own membership and the invitations that they sent. */
export const leaveGroup =
  ({ commit }: Pick<GroupsDependencies, 'commit'>) =>
  ({ userId }: Caller, id: number): Promise<void> =>
    commit(
      async (sql) => {
        const members = memberRepository(sql)
        const group = await groupRepository(sql).selectForUpdate(id)
        const member = group && (await members.find(id, userId))
        if (!group || !member) throw noSuchGroup()
        if (group.creatorId === userId)
          throw conflict('CREATOR_CANNOT_LEAVE', 'You created this group, so you can’t leave it. You can delete it.')
        await members.remove(member)
        const withdrawalEvents = await withdrawSentInvitations(sql, id, userId)
        const memberships = [membershipState(member, singleWeekendOf(group), true)]
        return { reply: undefined, published: await publish(sql, { memberships }, ...withdrawalEvents) }
      },
      withoutIdempotencyKey,
      { groupId: id, userId },
    )
