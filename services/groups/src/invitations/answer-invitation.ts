import type { Invitation } from '@purple-sector/contracts/groups/http'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { GroupsDependencies } from '../dependencies.ts'
import { groupRepository } from '../groups/group-repository.ts'
import { joinLockedGroup } from '../members/join-locked-group.ts'
import { lockCaller } from '../projections/user-projection.ts'
import { closeInvitation, pendingInvitation } from './close-invitation.ts'
import { type Answer, decideClosing } from './invitation.ts'
import { readInvitation } from './invitation-read-model.ts'
import { invitationRepository } from './invitation-repository.ts'

/** The error for an invitation that does not exist or belongs to another user. */
export const noSuchInvitation = () => notFound('INVITATION_NOT_FOUND', 'There’s no such invitation.')

/** Locks the caller's invitation with its group, which serializes accepting and withdrawing. */
const selectOwnForUpdate = async (sql: Transaction, id: number, userId: string) => {
  const invitations = invitationRepository(sql)
  const invitation = await invitations.find(id)
  if (invitation?.inviteeId !== userId) throw noSuchInvitation()
  const group = await groupRepository(sql).selectForUpdate(invitation.groupId)
  const lockedInvitation = group && (await invitations.selectForUpdate(id))
  if (!lockedInvitation) throw noSuchInvitation()
  return { group, lockedInvitation }
}

/** Accepts an invitation, which joins the group, or declines it. */
export const answerInvitation =
  ({ commit }: Pick<GroupsDependencies, 'commit'>) =>
  (caller: Caller, id: number, answer: Answer): Promise<Invitation> =>
    commit(async (sql) => {
      const { userId } = caller
      await lockCaller(sql, 'shared', caller)
      const { group, lockedInvitation } = await selectOwnForUpdate(sql, id, userId)
      const changes = decideClosing(lockedInvitation.invitation.status, answer)
      if (changes && answer === 'accepted') {
        const { published } = await joinLockedGroup(sql, {
          group,
          userId,
          invitation: pendingInvitation(sql, lockedInvitation),
        })
        return { reply: await readInvitation(sql, id, userId), ...(published && { published }) }
      }
      const events = changes ? [await closeInvitation(sql, lockedInvitation, answer)] : []
      const reply = await readInvitation(sql, id, userId)
      await outbox(sql).appendMany(events)
      return { reply }
    })
