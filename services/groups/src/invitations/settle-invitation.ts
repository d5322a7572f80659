import type { Transaction } from '@purple-sector/database'
import type { OutboxEntry } from '@purple-sector/messaging'
import type { FindInvitation, PendingInvitation } from '../members/enter-group.ts'
import type { InvitationStatus } from './invitation.ts'
import { type InvitationOfGroup, invitationRepository, told } from './invitation-repository.ts'

/** Settles an invitation that is held, and answers the event that says so. */
export const settle = async (
  sql: Transaction,
  held: InvitationOfGroup,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<OutboxEntry> => told(await invitationRepository(sql).save(held, { status }))

/** An invitation that is held, as the door takes it. */
export const pendingInvitation = (sql: Transaction, held: InvitationOfGroup): PendingInvitation => ({
  accept: () => settle(sql, held, 'accepted'),
})

/** Somebody's pending invitation into a group: whoever joins by its link accepts it. */
export const findPendingInvitation: FindInvitation = async (sql, groupId, userId) => {
  const held = await invitationRepository(sql).holdPending(groupId, userId)
  return held && pendingInvitation(sql, held)
}

const withdraw = async (sql: Transaction, pending: InvitationOfGroup[]): Promise<OutboxEntry[]> => {
  await invitationRepository(sql).withdraw(pending.map(({ invitation }) => invitation.id))
  return pending.map(({ invitation, group }) => told({ invitation: { ...invitation, status: 'withdrawn' }, group }))
}

/** Withdraws what somebody who leaves a group has pending into it: it was theirs to vouch for. */
export const withdrawSentInto = async (sql: Transaction, groupId: number, userId: string): Promise<OutboxEntry[]> =>
  withdraw(sql, await invitationRepository(sql).holdSentInto(groupId, userId))

/** Withdraws what is pending into a group that goes. */
export const withdrawInto = async (sql: Transaction, groupId: number): Promise<OutboxEntry[]> =>
  withdraw(sql, await invitationRepository(sql).holdInto(groupId))

/** Withdraws what somebody whose account is deleted has sent or got. */
export const withdrawOfUser = async (sql: Transaction, userId: string): Promise<OutboxEntry[]> =>
  withdraw(sql, await invitationRepository(sql).holdOfUser(userId))
