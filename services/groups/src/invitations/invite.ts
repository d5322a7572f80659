import type { Invitation } from '@purple-sector/contracts/groups/http'
import { type Database, lockSubject, type Transaction } from '@purple-sector/database'
import { mailOutbox } from '@purple-sector/mail'
import { outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { notFound } from '@purple-sector/service-kit/errors'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import type { GroupsDependencies } from '../dependencies.ts'
import { selectGroupOfMemberForUpdate } from '../groups/select-group-for-update.ts'
import { memberRepository } from '../members/member-repository.ts'
import { lockCaller, lockUser, userWithAddress } from '../projections/user-projection.ts'
import { addressSubject, mailboxOf } from './address-subject.ts'
import { decideInvite } from './invitation.ts'
import { countInvitation } from './invitation-limit-sql.ts'
import { readInvitation } from './invitation-read-model.ts'
import { invitationEvent, invitationRepository } from './invitation-repository.ts'
import type { MailKind } from './render-invitation-mail.ts'

type NewInvitation = {
  groupId: number
  inviter: Caller
  inviteeId: string | null
  inviteeEmail: string | null
  isMailed: boolean
}

type Invitee = Pick<NewInvitation, 'groupId' | 'inviteeId' | 'inviteeEmail'>

/** Reads whether the invitee is a member or invited already. */
const relationOf = async (sql: Database | Transaction, { groupId, inviteeId, inviteeEmail }: Invitee) => ({
  isMember: inviteeId !== null && (await memberRepository(sql).find(groupId, inviteeId)) !== undefined,
  isInvited: await invitationRepository(sql).isPending(groupId, { userId: inviteeId, email: inviteeEmail }),
})

/** Stores and publishes an invitation into a group of the inviter, which is locked first. */
const invite = async (
  sql: Transaction,
  { groupId, inviter, inviteeId, inviteeEmail, isMailed }: NewInvitation,
): Promise<Invitation> => {
  const invitations = invitationRepository(sql)
  const group = await selectGroupOfMemberForUpdate(sql, groupId, inviter.userId)
  decideInvite(await relationOf(sql, { groupId, inviteeId, inviteeEmail }))
  const invitation = await invitations.insert({ groupId, inviterId: inviter.userId, inviteeId, inviteeEmail })
  if (isMailed) await mailOutbox<MailKind>(sql).put('invitation', String(invitation.id))
  const reply = await readInvitation(sql, invitation.id, inviter.userId)
  await outbox(sql).appendMany([invitationEvent({ invitation, group })])
  return reply
}

/** The write mode of a request that may be repeated, and whether it repeats a completed request, which was counted. */
export type RequestRepetition = { mode: WriteMode; isReplay: boolean }

type Dependencies = Pick<GroupsDependencies, 'commit' | 'database' | 'mailsToAddress'>

/**
 * Whether an invitation of an address will probably be stored. Only then it counts against the mails to that address:
 * otherwise a user whose invitations are rejected could block all mails to it. The group's lock protects the decision
 * itself.
 */
const isLikelyAccepted = async (database: Database, inviter: Caller, groupId: number, inviteeEmail: string) => {
  if (!(await memberRepository(database).find(groupId, inviter.userId))) return false
  const inviteeId = await userWithAddress(database, inviteeEmail)
  const { isMember, isInvited } = await relationOf(database, { groupId, inviteeId, inviteeEmail })
  return !(isMember || isInvited)
}

/**
 * Invites an address, and sends a mail to it. The owner of a verified address becomes the invitee immediately, without
 * being revealed to the inviter. Above a few mails per address and day, from all inviters together, the invitation is
 * stored without a mail.
 */
export const inviteByMail =
  ({ commit, database, mailsToAddress }: Dependencies) =>
  async (
    inviter: Caller,
    groupId: number,
    inviteeEmail: string,
    { mode, isReplay }: RequestRepetition,
  ): Promise<Invitation> => {
    if (!isReplay) await countInvitation(database, inviter.userId)
    const isMailed =
      !isReplay &&
      (await isLikelyAccepted(database, inviter, groupId, inviteeEmail)) &&
      (await mailsToAddress.tryCount(addressSubject(mailboxOf(inviteeEmail))))
    const invitation = await commit(async (sql) => {
      await lockSubject(sql, 'shared', addressSubject(inviteeEmail))
      await lockCaller(sql, 'shared', inviter)
      const inviteeId = await userWithAddress(sql, inviteeEmail)
      return { reply: await invite(sql, { groupId, inviter, inviteeId, inviteeEmail, isMailed }) }
    }, mode)
    return invitation
  }

/** Invites a user with an account. */
export const inviteUser =
  ({ commit, database }: Dependencies) =>
  async (
    inviter: Caller,
    groupId: number,
    inviteeId: string,
    { mode, isReplay }: RequestRepetition,
  ): Promise<Invitation> => {
    if (!isReplay) await countInvitation(database, inviter.userId)
    return commit(async (sql) => {
      await lockCaller(sql, 'shared', inviter)
      if (!(await lockUser(sql, inviteeId))) throw notReplicatedYet(notFound('USER_NOT_FOUND', 'There’s no such fan.'))
      return { reply: await invite(sql, { groupId, inviter, inviteeId, inviteeEmail: null, isMailed: false }) }
    }, mode)
  }
