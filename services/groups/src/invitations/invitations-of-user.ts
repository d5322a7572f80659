import { userKey } from '@purple-sector/contracts/event'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { type OutboxEntry, outbox } from '@purple-sector/messaging'
import { memberRepository } from '../members/member-repository.ts'
import { addressSubject } from './address-subject.ts'
import { withdrawOfUser } from './close-invitation.ts'
import { decideClaim } from './invitation.ts'
import { invitationEvent, invitationRepository } from './invitation-repository.ts'

/** Alone with a user and their address: nobody invites either meanwhile, and they come into no group. */
export const lockInvitee = (sql: Transaction, userId: string, email: string | null): Promise<void> =>
  lockSubject(sql, 'exclusive', userKey(userId), ...(email === null ? [] : [addressSubject(email)]))

/** Gives somebody who is held the pending invitations to the address they have verified, and tells them. */
export const claimInvitations = async (sql: Transaction, userId: string, email: string): Promise<void> => {
  const invitations = invitationRepository(sql)
  const members = memberRepository(sql)
  const events: OutboxEntry[] = []
  for (const locked of await invitations.selectUnclaimedForUpdate(email)) {
    const { groupId, createdAt } = locked.invitation
    const status = decideClaim({
      isMember: (await members.find(groupId, userId)) !== undefined,
      isInvited: await invitations.isPending(groupId, { userId, email: null }),
      wasRejectedSince: await members.wasRejectedSince(groupId, userId, createdAt),
    })
    events.push(invitationEvent(await invitations.save(locked, { status, inviteeId: userId })))
  }
  await outbox(sql).appendMany(events)
}

/**
 * Withdraws what somebody whose account is deleted has sent or got, forgets what they got and whom they wrote to, and
 * answers what is to be told. The replies that were kept for repetitions go with them: they show names and addresses.
 */
export const removeInvitationsOfUser = async (
  sql: Transaction,
  { userId, email }: { userId: string; email: string | null },
): Promise<OutboxEntry[]> => {
  const withdrawn = await withdrawOfUser(sql, userId)
  const gone = await invitationRepository(sql).removeOf(userId, email)
  await sql.raw(
    `delete from idempotency_keys
     where user_id = :userId or (route like 'POST %/invite%' and (reply->>'id')::integer = any(:gone::integer[]))`,
    { userId, gone },
  )
  await sql('invitations_sent').where({ user_id: userId }).delete()
  return withdrawn
}
