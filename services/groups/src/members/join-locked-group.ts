import type { JoinReply } from '@purple-sector/contracts/groups/http'
import type { Transaction } from '@purple-sector/database'
import type { OutboxEntry } from '@purple-sector/messaging'
import type { Written } from '../commit.ts'
import { type StoredGroup, singleWeekendOf } from '../groups/group.ts'
import { findGroup } from '../groups/group-read-model.ts'
import { publish } from '../published.ts'
import { decideMember, membershipState } from './member.ts'
import { memberRepository } from './member-repository.ts'

/** A pending invitation that lets a user join; `accept` closes it and returns its event. */
export type PendingInvitation = { accept(at: Date): Promise<OutboxEntry> }

/** Finds and locks a user's pending invitation to a locked group. */
export type FindInvitation = (
  sql: Transaction,
  groupId: number,
  userId: string,
) => Promise<PendingInvitation | undefined>

type LockedJoin = { group: StoredGroup; userId: string; invitation: PendingInvitation | undefined }

/**
 * Adds a locked user (`lockCaller`) to a locked group, by its link or by an invitation; accepts a pending invitation.
 */
export const joinLockedGroup = async (
  sql: Transaction,
  { group, userId, invitation }: LockedJoin,
): Promise<Written<JoinReply>> => {
  const members = memberRepository(sql)
  const [relation] = await members.findRelations([{ groupId: group.id, userId }])
  if (!relation) throw new Error('no relation to the group was read')
  const member = decideMember({ ...relation, isInvited: invitation !== undefined }, group, userId)
  await members.insert(member)
  const accepted = invitation ? [await invitation.accept(member.joinedAt)] : []
  const reply = { group: await findGroup(sql, group.id, userId), approvalStatus: member.approvalStatus }
  const memberships = [membershipState(member, singleWeekendOf(group))]
  return { reply, published: await publish(sql, { memberships }, ...accepted) }
}
