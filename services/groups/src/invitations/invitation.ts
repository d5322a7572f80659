import type { invitationChanged } from '@purple-sector/contracts/groups/events'
import { conflict } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'

export type InvitationState = z.infer<typeof invitationChanged.data>
export type InvitationStatus = InvitationState['status']
export type Answer = 'accepted' | 'declined'

/** A stored invitation to a user, or to an address; the user who verifies the address becomes the invitee. */
export type StoredInvitation = {
  id: number
  groupId: number
  inviterId: string
  inviteeId: string | null
  /** As the inviter typed it; null if the inviter chose a user. */
  inviteeEmail: string | null
  status: InvitationStatus
  createdAt: Date
}

/** Returns the state of the invitation for its event. */
export const invitationState = (
  { id, groupId, inviterId, inviteeId, status, createdAt }: StoredInvitation,
  group: { name: string; weekendId: number | null },
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

/** Throws unless the user may be invited now; for data read under the group's lock (docs/rules.md, Groups). */
export const decideInvite = ({ isMember, isInvited }: { isMember: boolean; isInvited: boolean }): void => {
  if (isMember) throw conflict('ALREADY_MEMBER', 'They’re already a member of the group.')
  if (isInvited) throw alreadyInvited()
}

const CLOSED_MESSAGES: Record<Exclude<InvitationStatus, 'pending'>, string> = {
  accepted: 'This invitation has already been accepted.',
  declined: 'This invitation has already been declined.',
  withdrawn: 'This invitation was withdrawn.',
}

/** Returns whether closing an invitation changes it: the same status again does not, another one throws 409. */
export const decideClosing = (status: InvitationStatus, newStatus: Exclude<InvitationStatus, 'pending'>): boolean => {
  if (status === newStatus) return false
  if (status !== 'pending') throw conflict('INVITATION_ANSWERED', CLOSED_MESSAGES[status])
  return true
}

/**
 * Decides about an invitation to an address that a user verifies: they become its invitee, unless they are a member
 * already, have an invitation by name, or were rejected after it was sent and need a new one.
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
