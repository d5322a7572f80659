import type { Invitation } from '@purple-sector/contracts/groups/http'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import type { GroupsDependencies } from '../dependencies.ts'
import { groupRepository } from '../groups/group-repository.ts'
import { enterGroup } from '../members/enter-group.ts'
import { holdCaller } from '../projections/user-projection.ts'
import { type Answer, decideSettling } from './invitation.ts'
import { readInvitation } from './invitation-read-model.ts'
import { invitationRepository } from './invitation-repository.ts'
import { pendingInvitation, settle } from './settle-invitation.ts'

/** What is said of an invitation that is not there, or not the caller's to know of. */
export const noSuchInvitation = () => notFound('INVITATION_NOT_FOUND', 'There’s no such invitation.')

/** The caller's invitation, held with its group: who accepts and who withdraws do so one after the other. */
const holdOwn = async (sql: Transaction, id: number, userId: string) => {
  const invitations = invitationRepository(sql)
  const known = await invitations.find(id)
  if (known?.inviteeId !== userId) throw noSuchInvitation()
  const group = await groupRepository(sql).hold(known.groupId)
  const held = group && (await invitations.hold(id))
  if (!held) throw noSuchInvitation()
  return { group, held }
}

/** Accepts an invitation, which joins the group, or declines it. */
export const answerInvitation =
  ({ commit }: Pick<GroupsDependencies, 'commit'>) =>
  (caller: Caller, id: number, answer: Answer): Promise<Invitation> =>
    commit(async (sql) => {
      const { userId } = caller
      await holdCaller(sql, 'shared', caller)
      const { group, held } = await holdOwn(sql, id, userId)
      const changes = decideSettling(held.invitation.status, answer)
      if (changes && answer === 'accepted') {
        const { published } = await enterGroup(sql, { group, userId, invitation: pendingInvitation(sql, held) })
        return { reply: await readInvitation(sql, id, userId), ...(published && { published }) }
      }
      const events = changes ? [await settle(sql, held, answer)] : []
      const reply = await readInvitation(sql, id, userId)
      await outbox(sql).appendMany(events)
      return { reply }
    })
