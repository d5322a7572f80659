import type { Transaction } from '@purple-sector/database'
import type { OutboxEntry } from '@purple-sector/messaging'
import type { FindInvitation, PendingInvitation } from '../members/enter-group.ts'
import type { InvitationStatus } from './invitation.ts'
import { type InvitationOfGroup, invitationEvent, invitationRepository } from './invitation-repository.ts'

/** Settles an invitation that is held, and answers the event that says so. */
export const closeInvitation = async (
  sql: Transaction,
  locked: InvitationOfGroup,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<OutboxEntry> => invitationEvent(await invitationRepository(sql).save(locked, { status }))

/** An invitation that is held, as the door takes it. */
export const pendingInvitation = (sql: Transaction, locked: InvitationOfGroup): PendingInvitation => ({
  accept: () => closeInvitation(sql, locked, 'accepted'),
})

/** Somebody's pending invitation into a group: whoever joins by its link accepts it. */
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

/** Withdraws what somebody who leaves a group has pending into it: it was theirs to vouch for. */
export const withdrawSentInto = async (sql: Transaction, groupId: number, userId: string): Promise<OutboxEntry[]> =>
  withdraw(sql, await invitationRepository(sql).selectSentIntoForUpdate(groupId, userId))

/** Withdraws what is pending into a group that goes. */
export const withdrawInto = async (sql: Transaction, groupId: number): Promise<OutboxEntry[]> =>
  withdraw(sql, await invitationRepository(sql).selectIntoForUpdate(groupId))

/** Withdraws what somebody whose account is deleted has sent or got. */
export const withdrawOfUser = async (sql: Transaction, userId: string): Promise<OutboxEntry[]> =>
  withdraw(sql, await invitationRepository(sql).selectOfUserForUpdate(userId))
