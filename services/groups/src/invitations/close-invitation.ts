import type { Transaction } from '@purple-sector/database'
import type { OutboxEntry } from '@purple-sector/messaging'
import type { FindInvitation, PendingInvitation } from '../members/enter-group.ts'
import type { InvitationStatus } from './invitation.ts'
import { type InvitationOfGroup, invitationEvent, invitationRepository } from './invitation-repository.ts'

/** Closes a locked invitation; returns its event. */
export const closeInvitation = async (
  sql: Transaction,
  locked: InvitationOfGroup,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<OutboxEntry> => invitationEvent(await invitationRepository(sql).save(locked, { status }))

/** Makes a locked invitation one that joining the group accepts. */
export const pendingInvitation = (sql: Transaction, locked: InvitationOfGroup): PendingInvitation => ({
  accept: () => closeInvitation(sql, locked, 'accepted'),
})

/** Finds a user's pending invitation into a group, which joining by the link accepts. */
export const findPendingInvitation: FindInvitation = async (sql, groupId, userId) => {
  const locked = await invitationRepository(sql).selectPendingForUpdate(groupId, userId)
  return locked && pendingInvitation(sql, locked)
}

const withdraw = async (sql: Transaction, pending: InvitationOfGroup[]): Promise<OutboxEntry[]> => {
  await invitationRepository(sql).withdraw(pending.map(({ invitation }) => invitation.id))
  return pending.map(({ invitation, group }) =>
    invitationEvent({ invitation: { ...invitation, status: 'withdrawn' }, group }),
  )
}

/** Withdraws the pending invitations that a leaving member has sent into the group. */
export const withdrawSentInto = async (sql: Transaction, groupId: number, userId: string): Promise<OutboxEntry[]> =>
  withdraw(sql, await invitationRepository(sql).selectSentIntoForUpdate(groupId, userId))

/** Withdraws the pending invitations into a group that is removed. */
export const withdrawInto = async (sql: Transaction, groupId: number): Promise<OutboxEntry[]> =>
  withdraw(sql, await invitationRepository(sql).selectIntoForUpdate(groupId))

/** Withdraws the pending invitations that a user whose account is deleted has sent or received. */
export const withdrawOfUser = async (sql: Transaction, userId: string): Promise<OutboxEntry[]> =>
  withdraw(sql, await invitationRepository(sql).selectOfUserForUpdate(userId))
