import { userSubject } from '@purple-sector/contracts/event'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { type OutboxEntry, outbox } from '@purple-sector/messaging'
import { memberRepository } from '../members/member-repository.ts'
import { addressSubject } from './address-subject.ts'
import { withdrawUserInvitations } from './close-invitation.ts'
import { decideClaim } from './invitation.ts'
import { removeReplies } from './invitation-replies-sql.ts'
import { invitationEvent, invitationRepository } from './invitation-repository.ts'

/** Locks a user and their address exclusively, against concurrent joins and invitations to either. */
export const lockInvitee = (sql: Transaction, userId: string, email: string | null): Promise<void> =>
  lockSubject(sql, 'exclusive', userSubject(userId), ...(email === null ? [] : [addressSubject(email)]))

/** Assigns the pending invitations to a verified address to the locked user, and publishes them. */
export const claimInvitations = async (sql: Transaction, userId: string, email: string): Promise<void> => {
  const invitations = invitationRepository(sql)
  const members = memberRepository(sql)
  const events: OutboxEntry[] = []
  for (const lockedInvitation of await invitations.selectUnclaimedForUpdate(email)) {
    const { groupId, createdAt } = lockedInvitation.invitation
    const status = decideClaim({
      isMember: (await members.find(groupId, userId)) !== undefined,
      isInvited: await invitations.isPending(groupId, { userId, email: null }),
      wasRejectedSince: await members.wasRejectedSince(groupId, userId, createdAt),
    })
    events.push(invitationEvent(await invitations.save(lockedInvitation, { status, inviteeId: userId })))
  }
  await outbox(sql).appendMany(events)
}

/**
 * Withdraws the invitations of a deleted user, deletes the received ones and those to unclaimed addresses, and returns
 * the events. Deletes stored replies for repeated requests too: they contain names and addresses.
 */
export const removeInvitationsOfUser = async (
  sql: Transaction,
  { userId, email }: { userId: string; email: string | null },
): Promise<OutboxEntry[]> => {
  const withdrawalEvents = await withdrawUserInvitations(sql, userId)
  const removedIds = await invitationRepository(sql).removeOf(userId, email)
  await removeReplies(sql, userId, removedIds)
  await sql('invitations_sent').where({ user_id: userId }).delete()
  return withdrawalEvents
}
