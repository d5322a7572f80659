import type { membershipChanged } from '@purple-sector/contracts/groups/events'
import { MAX_MEMBERS } from '@purple-sector/contracts/groups/http'
import { conflict, forbidden } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'

export type MembershipState = z.infer<typeof membershipChanged.data>

/** A stored membership; its row is deleted when it ends. */
export type StoredMember = {
  groupId: number
  userId: string
  role: MembershipState['role']
  approvalStatus: MembershipState['approvalStatus']
  joinedAt: Date
  approvedAt: Date | null
  usesOpenTips: boolean
}

/** Returns the state of the membership for its event; `weekendId` as of `singleWeekendOf`. */
export const membershipState = (member: StoredMember, weekendId: number | null, deleted = false): MembershipState => ({
  groupId: member.groupId,
  weekendId,
  userId: member.userId,
  role: member.role,
  approvalStatus: member.approvalStatus,
  joinedAt: member.joinedAt.toISOString(),
  approvedAt: member.approvedAt?.toISOString() ?? null,
  usesOpenTips: member.usesOpenTips,
  deleted,
})

/** The context of a join, read under the group's lock. */
export type JoinContext = {
  group: { isPrivate: boolean; autoApproveInvites: boolean; memberCount: number }
  isMember: boolean
  isInvited: boolean
  wasRejected: boolean
}

/** Decides whether a user joins, and as approved or pending member (docs/rules.md, Groups). */
export const decideJoin = ({
  group,
  isMember,
  isInvited,
  wasRejected,
}: JoinContext): StoredMember['approvalStatus'] => {
  if (isMember) throw conflict('ALREADY_MEMBER', 'You’re already a member of this group.')
  if (!isInvited && wasRejected) throw forbidden('INVITE_ONLY', 'You need a new invitation to join this group again.')
  if (!isInvited && group.isPrivate)
    throw forbidden('INVITE_ONLY', 'This group is private. You need an invitation to join it.')
  if (group.memberCount >= MAX_MEMBERS) throw conflict('GROUP_FULL', 'This group is full.')
  return group.autoApproveInvites ? 'approved' : 'pending'
}

/** Returns the membership of a user who joins; throws if they may not. */
export const decideMember = (
  { now, ...relation }: Omit<JoinContext, 'group'> & { now: Date },
  group: JoinContext['group'] & { id: number },
  userId: string,
): StoredMember => {
  const approvalStatus = decideJoin({ ...relation, group })
  const approvedAt = approvalStatus === 'approved' ? now : null
  return { groupId: group.id, userId, role: 'member', approvalStatus, joinedAt: now, approvedAt, usesOpenTips: false }
}
