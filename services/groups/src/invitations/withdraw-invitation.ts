import { outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { forbidden } from '@purple-sector/service-kit/errors'
import type { GroupsDependencies } from '../dependencies.ts'
import { selectGroupOfMemberForUpdate } from '../groups/select-group-for-update.ts'
import { noSuchInvitation } from './answer-invitation.ts'
import { closeInvitation } from './close-invitation.ts'
import { decideClosing } from './invitation.ts'
import { invitationRepository } from './invitation-repository.ts'

/** Withdraws an invitation, for its sender or the group's admin. */
export const withdrawInvitation =
  ({ commit }: Pick<GroupsDependencies, 'commit'>) =>
  ({ userId }: Caller, { groupId, invitationId }: { groupId: number; invitationId: number }): Promise<void> =>
    commit(async (sql) => {
      const group = await selectGroupOfMemberForUpdate(sql, groupId, userId)
      const lockedInvitation = await invitationRepository(sql).selectForUpdate(invitationId)
      if (lockedInvitation?.invitation.groupId !== groupId) throw noSuchInvitation()
      if (lockedInvitation.invitation.inviterId !== userId && group.creatorId !== userId)
        throw forbidden(
          'NOT_GROUP_ADMIN',
          'Only the person who sent the invitation or the group’s admin can withdraw it.',
        )
      if (decideClosing(lockedInvitation.invitation.status, 'withdrawn'))
        await outbox(sql).appendMany([await closeInvitation(sql, lockedInvitation, 'withdrawn')])
      return { reply: undefined }
    })
