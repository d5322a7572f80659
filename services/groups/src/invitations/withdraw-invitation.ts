import { outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { forbidden } from '@purple-sector/service-kit/errors'
import type { GroupsDependencies } from '../dependencies.ts'
import { holdGroupOfMember } from '../groups/hold-group.ts'
import { noSuchInvitation } from './answer-invitation.ts'
import { decideSettling } from './invitation.ts'
import { invitationRepository } from './invitation-repository.ts'
import { settle } from './settle-invitation.ts'

/** Withdraws an invitation: whoever sent it may, and the group's admin. */
export const withdrawInvitation =
  ({ commit }: Pick<GroupsDependencies, 'commit'>) =>
  ({ userId }: Caller, { groupId, invitationId }: { groupId: number; invitationId: number }): Promise<void> =>
    commit(async (sql) => {
      const group = await holdGroupOfMember(sql, groupId, userId)
      const held = await invitationRepository(sql).hold(invitationId)
      if (held?.invitation.groupId !== groupId) throw noSuchInvitation()
      if (held.invitation.inviterId !== userId && group.creatorId !== userId)
        throw forbidden(
          'NOT_GROUP_ADMIN',
          'Only the person who sent the invitation or the group’s admin can withdraw it.',
        )
      if (decideSettling(held.invitation.status, 'withdrawn'))
        await outbox(sql).appendMany([await settle(sql, held, 'withdrawn')])
      return { reply: undefined }
    })
