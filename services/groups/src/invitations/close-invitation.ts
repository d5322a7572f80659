import type { Transaction } from '@purple-sector/database'
import type { OutboxEntry } from '@purple-sector/messaging'
import type { FindInvitation, PendingInvitation } from '../members/join-locked-group.ts'
import type { InvitationStatus } from './invitation.ts'
import { type InvitationOfGroup, invitationEvent, invitationRepository } from './invitation-repository.ts'

/** Closes a locked invitation; returns its event. */
export const closeInvitation = async (
  sql: Transaction,
  lockedInvitation: InvitationOfGroup,
  status: Exclude<InvitationStatus, 'pendingInvitations'>,
): Promise<OutboxEntry> => invitationEvent(await invitationRepository(sql).save(lockedInvitation, { status }))

/** Wraps a locked invitation, so that joining the group accepts it. */
export const pendingInvitation = (sql: Transaction, lockedInvitation: InvitationOfGroup): PendingInvitation => ({
  accept: () => closeInvitation(sql, lockedInvitation, 'accepted'),
})

/** Finds a user's pending invitation into a group, which joining by the link accepts. */
export const findPendingInvitation: FindInvitation = async (sql, groupId, userId) => {
  const lockedInvitation = await invitationRepository(sql).selectPendingForUpdate(groupId, userId)
  return lockedInvitation && pendingInvitation(sql, lockedInvitation)
}

const withdrawInvitations = async (
  sql: Transaction,
  pendingInvitations: InvitationOfGroup[],
): Promise<OutboxEntry[]> => {
  await invitationRepository(sql).withdraw(pendingInvitations.map(({ invitation }) => invitation.id))
  return pendingInvitations.map(({ invitation, group }) =>
    invitationEvent({ invitation: { ...invitation, status: 'withdrawn' }, group }),
  )
}

/** Withdraws the pending invitations that a leaving member has sent into the group. */
export const withdrawSentInvitations = async (
  sql: Transaction,
  groupId: number,
  userId: string,
): Promise<OutboxEntry[]> =>
  withdrawInvitations(sql, await invitationRepository(sql).selectSentIntoForUpdate(groupId, userId))

/** Withdraws all pending invitations into a group that is removed. */
export const withdrawGroupInvitations = async (sql: Transaction, groupId: number): Promise<OutboxEntry[]> =>
  withdrawInvitations(sql, await invitationRepository(sql).selectIntoForUpdate(groupId))

/** Withdraws the pending invitations that a user whose account is deleted has sent or received. */
export const withdrawUserInvitations = async (sql: Transaction, userId: string): Promise<OutboxEntry[]> =>
  withdrawInvitations(sql, await invitationRepository(sql).selectOfUserForUpdate(userId))
