import type { JoinReply } from '@purple-sector/contracts/groups/http'
import type { Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { unauthorized } from '@purple-sector/service-kit/errors'
import type { Written } from '../commit.ts'
import type { StoredGroup } from '../groups/group.ts'
import { findGroupsForMembers } from '../groups/group-read-model.ts'
import { groupRepository } from '../groups/group-repository.ts'
import { lockCallers } from '../projections/user-projection.ts'
import { publish } from '../published.ts'
import { decideMember, membershipState, type StoredMember } from './member.ts'
import { memberRepository, type Relation } from './member-repository.ts'

/** A user who joins by a link; `traceparent` is that of their request. */
export type Joining = { caller: Caller; inviteCode: string; traceparent: string }

/** The outcome of one join: `handle-one` has to be handled by itself. */
export type Outcome = { reply: JoinReply } | { refusal: unknown } | 'handle-one'

/** The group with the member count that the next user of the batch sees. */
const withEntered = (group: StoredGroup, entered: readonly StoredMember[]): StoredGroup => ({
  ...group,
  memberCount: group.memberCount + entered.filter(({ groupId }) => groupId === group.id).length,
})

const decideOrRefuse = (
  relation: Relation,
  group: StoredGroup,
  userId: string,
): StoredMember | { refusal: unknown } => {
  try {
    return decideMember(relation, group, userId)
  } catch (refusal) {
    return { refusal }
  }
}

/**
 * Joins users to groups by their links, each at most once; a rejection concerns one of them only. Does not wait for
 * locked groups or pending invitations: these users are left to join by themselves.
 */
export const joinTogether = async (sql: Transaction, joinings: readonly Joining[]): Promise<Written<Outcome[]>> => {
  const deletedUsers = await lockCallers(
    sql,
    joinings.map(({ caller }) => caller),
  )
  const free = await groupRepository(sql).selectUnlockedByCodeForUpdate([
    ...new Set(joinings.map(({ inviteCode }) => inviteCode)),
  ])
  const groups = new Map(free.map((group) => [group.inviteCode, group]))
  const members = memberRepository(sql)
  const candidates = joinings.flatMap((joining) => {
    const group = groups.get(joining.inviteCode)
    return group && !deletedUsers.has(joining.caller.userId) ? [{ joining, group }] : []
  })
  const relations = await members.findRelations(
    candidates.map(({ joining, group }) => ({ groupId: group.id, userId: joining.caller.userId })),
  )
  const entered: { joining: Joining; group: StoredGroup; member: StoredMember }[] = []
  const outcomes = new Map<Joining, Outcome>()
  for (const [place, { joining, group }] of candidates.entries()) {
    const relation = relations[place]
    if (!relation || relation.isInvited) continue
    const before = entered.map(({ member }) => member)
    const member = decideOrRefuse(relation, withEntered(group, before), joining.caller.userId)
    if ('refusal' in member) outcomes.set(joining, member)
    else entered.push({ joining, group, member })
  }
  const outcomeOf = (joining: Joining): Outcome =>
    deletedUsers.has(joining.caller.userId) ? { refusal: unauthorized() } : (outcomes.get(joining) ?? 'handle-one')
  if (entered.length === 0) return { reply: joinings.map(outcomeOf) }

  const entering = entered.map(({ member }) => member)
  await members.insert(...entering)
  const groupReplies = await findGroupsForMembers(sql, entering)
  // The groups of a weekend that was deleted meanwhile are gone; the others join one by one.
  if (groupReplies.length !== entered.length) throw new Error('one of the groups is gone')
  for (const [place, { joining, member }] of entered.entries()) {
    const group = groupReplies[place]
    if (group) outcomes.set(joining, { reply: { group, approvalStatus: member.approvalStatus } })
  }
  const published = await publish(sql, {
    memberships: entered.map(({ member, group }) => membershipState(member, group.weekendId)),
    traceparents: entered.map(({ joining }) => joining.traceparent),
  })
  return { reply: joinings.map(outcomeOf), published }
}
