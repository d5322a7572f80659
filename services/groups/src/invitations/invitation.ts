import type { invitationChanged } from '@purple-sector/contracts/groups/events'
import { conflict } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'

export type InvitationState = z.infer<typeof invitationChanged.data>
export type InvitationStatus = InvitationState['status']
export type Answer = 'accepted' | 'declined'

/** An invitation as it is kept: to a user, or to an address, which is a user's from when they have verified it. */
export type StoredInvitation = {
  id: number
  groupId: number
  inviterId: string
  inviteeId: string | null
  /** As it was typed; null where a user was invited. */
  inviteeEmail: string | null
  status: InvitationStatus
  createdAt: Date
}

/** The invitation as its event tells it. */
export const invitationState = (
  { id, groupId, inviterId, inviteeId, status, createdAt }: StoredInvitation,
  group: { name: string; weekendId: number },
): InvitationState => ({
  id,
  groupId,
  groupName: group.name,
  weekendId: group.weekendId,
  inviterId,
  inviteeId,
  status,
  createdAt: createdAt.toISOString(),
})

export const alreadyInvited = () => conflict('ALREADY_INVITED', 'They’ve already been invited.')

/** Whether somebody may be invited now, known under the group's lock (docs/rules.md, Groups). */
export const decideInvite = ({ isMember, isInvited }: { isMember: boolean; isInvited: boolean }): void => {
  if (isMember) throw conflict('ALREADY_MEMBER', 'They’re already a member of the group.')
  if (isInvited) throw alreadyInvited()
}

const CLOSED_MESSAGES: Record<Exclude<InvitationStatus, 'pending'>, string> = {
  accepted: 'This invitation has already been accepted.',
  declined: 'This invitation has already been declined.',
  withdrawn: 'This invitation was withdrawn.',
}

/** Whether a settlement changes anything: the same again does not, another one comes too late. */
export const decideClosing = (status: InvitationStatus, closed: Exclude<InvitationStatus, 'pending'>): boolean => {
  if (status === closed) return false
  if (status !== 'pending') throw conflict('INVITATION_ANSWERED', CLOSED_MESSAGES[status])
  return true
}

/**
 * What becomes of an invitation to an address when somebody verifies it: it is theirs, unless they are in the group by
 * now, invited by name, or were rejected after it was sent, for then they need a new one.
 */
export const decideClaim = ({
  isMember,
  isInvited,
  wasRejectedSince,
}: {
  isMember: boolean
  isInvited: boolean
  wasRejectedSince: boolean
}): Exclude<InvitationStatus, 'declined'> => {
  if (isMember) return 'accepted'
  return isInvited || wasRejectedSince ? 'withdrawn' : 'pending'
}
