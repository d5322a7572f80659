import type { JoinReply } from '@purple-sector/contracts/groups/http'
import type { Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { unauthorized } from '@purple-sector/service-kit/errors'
import type { Written } from '../commit.ts'
import { type StoredGroup, singleWeekendOf } from '../groups/group.ts'
import { findGroupsForMembers } from '../groups/group-read-model.ts'
import { groupRepository } from '../groups/group-repository.ts'
import { lockCallers } from '../projections/user-projection.ts'
import { publish } from '../published.ts'
import { decideMember, membershipState, type StoredMember } from './member.ts'
import { memberRepository, type Relation } from './member-repository.ts'

/** A request to join by a link, with its own `traceparent`. */
export type JoinRequest = { caller: Caller; inviteCode: string; traceparent: string }

/** The outcome of one join; a request with `handle-one` must be handled by itself. */
export type Outcome = { reply: JoinReply } | { rejection: unknown } | 'handle-one'

/** The group with the member count that the next user of the batch sees. */
const withNewMembers = (group: StoredGroup, entered: readonly StoredMember[]): StoredGroup => ({
  ...group,
  memberCount: group.memberCount + entered.filter(({ groupId }) => groupId === group.id).length,
})

const decideOrReject = (
  relation: Relation,
  group: StoredGroup,
  userId: string,
): StoredMember | { rejection: unknown } => {
  try {
    return decideMember(relation, group, userId)
  } catch (rejection) {
    return { rejection }
  }
}

/**
 * Joins users to groups by their links, each at most once; a rejection concerns one request only. Does not wait for
 * locked groups or pending invitations: the outcome of these requests is `handle-one`.
 */
export const joinInBatch = async (sql: Transaction, requests: readonly JoinRequest[]): Promise<Written<Outcome[]>> => {
  const deletedUsers = await lockCallers(
    sql,
    requests.map(({ caller }) => caller),
  )
  const unlockedGroups = await groupRepository(sql).selectUnlockedByCodeForUpdate([
    ...new Set(requests.map(({ inviteCode }) => inviteCode)),
  ])
  const groups = new Map(unlockedGroups.map((group) => [group.inviteCode, group]))
  const members = memberRepository(sql)
  const candidates = requests.flatMap((request) => {
    const group = groups.get(request.inviteCode)
    return group && !deletedUsers.has(request.caller.userId) ? [{ request, group }] : []
  })
  const relations = await members.findRelations(
    candidates.map(({ request, group }) => ({ groupId: group.id, userId: request.caller.userId })),
  )
  const entered: { request: JoinRequest; group: StoredGroup; member: StoredMember }[] = []
  const outcomes = new Map<JoinRequest, Outcome>()
  for (const [index, { request, group }] of candidates.entries()) {
    const relation = relations[index]
    if (!relation || relation.isInvited) continue
    const earlierMembers = entered.map(({ member }) => member)
    const member = decideOrReject(relation, withNewMembers(group, earlierMembers), request.caller.userId)
    if ('rejection' in member) outcomes.set(request, member)
    else entered.push({ request, group, member })
  }
  const outcomeOf = (request: JoinRequest): Outcome =>
    deletedUsers.has(request.caller.userId) ? { rejection: unauthorized() } : (outcomes.get(request) ?? 'handle-one')
  if (entered.length === 0) return { reply: requests.map(outcomeOf) }

  const newMembers = entered.map(({ member }) => member)
  await members.insert(...newMembers)
  const groupReplies = await findGroupsForMembers(sql, newMembers)
  // A weekend was deleted meanwhile, and its groups with it: the batch fails and each request is handled by itself.
  if (groupReplies.length !== entered.length) throw new Error('a group of the batch was deleted')
  for (const [index, { request, member }] of entered.entries()) {
    const group = groupReplies[index]
    if (group) outcomes.set(request, { reply: { group, approvalStatus: member.approvalStatus } })
  }
  const published = await publish(sql, {
    memberships: entered.map(({ member, group }) => membershipState(member, singleWeekendOf(group))),
    traceparents: entered.map(({ request }) => request.traceparent),
  })
  return { reply: requests.map(outcomeOf), published }
}
