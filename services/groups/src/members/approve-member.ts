import type { Member } from '@purple-sector/contracts/groups/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { conflict, notFound } from '@purple-sector/service-kit/errors'
import { withoutIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { GroupsDependencies } from '../dependencies.ts'
import { type StoredGroup, singleWeekendOf } from '../groups/group.ts'
import { selectGroupOfAdminForUpdate } from '../groups/select-group-for-update.ts'
import { withdrawSentInvitations } from '../invitations/close-invitation.ts'
import { publish } from '../published.ts'
import { membershipState, type StoredMember } from './member.ts'
import { findMember } from './member-read-model.ts'
import { memberRepository } from './member-repository.ts'

type Dependencies = Pick<GroupsDependencies, 'commit'>

const noSuchMember = () => notFound('MEMBER_NOT_FOUND', 'This group has no such member.')

const selectMemberForUpdate = async (
  sql: Transaction,
  { userId: admin }: Caller,
  { id, userId }: { id: number; userId: string },
): Promise<{ group: StoredGroup; member: StoredMember }> => {
  const group = await selectGroupOfAdminForUpdate(sql, id, admin)
  const member = await memberRepository(sql).find(id, userId)
  if (!member) throw noSuchMember()
  return { group, member }
}

/** Approves a member; an approved member keeps the time of their approval. */
export const approveMember =
  ({ commit }: Dependencies) =>
  (caller: Caller, target: { id: number; userId: string }): Promise<Member> =>
    commit(async (sql) => {
      const { group, member } = await selectMemberForUpdate(sql, caller, target)
      const isNew = member.approvalStatus === 'pending'
      const approvedAt = await databaseTime(sql)
      if (isNew) await memberRepository(sql).approve(member, approvedAt)
      const reply = await findMember(sql, member, caller.userId)
      if (!reply) throw noSuchMember()
      if (!isNew) return { reply }
      const approved: StoredMember = { ...member, approvalStatus: 'approved', approvedAt }
      return {
        reply,
        published: await publish(sql, { memberships: [membershipState(approved, singleWeekendOf(group))] }),
      }
    })

/** Ends a membership and withdraws the member's invitations; to join again they need a new invitation. */
export const rejectMember =
  ({ commit }: Dependencies) =>
  (caller: Caller, target: { id: number; userId: string }): Promise<void> =>
    commit(
      async (sql) => {
        const { group, member } = await selectMemberForUpdate(sql, caller, target)
        if (group.creatorId === member.userId)
          throw conflict('CREATOR_CANNOT_BE_REJECTED', 'You can’t remove the person who created the group.')
        await memberRepository(sql).reject(member)
        const withdrawalEvents = await withdrawSentInvitations(sql, group.id, member.userId)
        const memberships = [{ ...membershipState(member, singleWeekendOf(group), true), rejected: true }]
        return { reply: undefined, published: await publish(sql, { memberships }, ...withdrawalEvents) }
      },
      withoutIdempotencyKey,
      { groupId: target.id, userId: target.userId },
    )
