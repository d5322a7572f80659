import { weekendSubject } from '@purple-sector/contracts/event'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { lockAllAndCheckDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { selectWeekendsForUpdate } from '../board-publishing/publish-leaderboards.ts'
import { type MembershipLocation, membershipRepository } from '../scopes/membership-repository.ts'
import { tipLockSubject } from '../tips/tip-repository.ts'
import { groupSubject } from './group-subject.ts'

export type MembershipData = z.infer<typeof membershipChanged.data>

type LocatedMembership = { membership: MembershipData; location: MembershipLocation }

const subjectsOf = (
  memberships: readonly MembershipData[],
  subjectOf: (membership: MembershipData) => string,
): string[] => [...new Set(memberships.map(subjectOf))]

/** Returns the weekends with a board row of one of these users. */
const weekendsOf = (locations: readonly MembershipLocation[]): number[] => [
  ...new Set(locations.flatMap(({ isPresent, scope }) => (isPresent && scope ? [scope.weekendId] : []))),
]

const isOfScope = ({ membership, location }: LocatedMembership): boolean =>
  location.scope?.weekendId === membership.weekendId

const publishedOf = ({ groupId, weekendId, userId, joinedAt, approvalStatus }: MembershipData) => ({
  groupId,
  weekendId,
  userId,
  joinedAt,
  isApproved: approvalStatus === 'approved',
})

/**
 * Applies the states of memberships, dated by this database's clock. If tipping does not know the group, or knows it in
 * another weekend, the membership is stored until the group's own state arrives.
 *
 * Lock order: all groups, then all weekends. Weekends are locked in shared mode, as by tips: closing a race excludes
 * that, so whether a user joined or was approved before a race locked is well defined, and neither tips nor other joins
 * wait (ADR 16). The board row of a present member may be locked by a scoring, so this waits for it first. Then it
 * waits for a tip of that member in progress, which would put the member back on the board.
 */
export const projectMemberships = async (sql: Transaction, memberships: readonly MembershipData[]): Promise<void> => {
  if (memberships.length === 0) return
  const deletedGroups = await lockAllAndCheckDeleted(
    sql,
    'shared',
    subjectsOf(memberships, ({ groupId }) => groupSubject(groupId)),
  )
  const remaining = memberships.filter(({ groupId }) => !deletedGroups.has(groupSubject(groupId)))
  if (remaining.length === 0) return
  const rows = membershipRepository(sql)
  const locations = await rows.findLocations(remaining)
  const present = remaining.filter((_, index) => locations[index]?.isPresent)
  await selectWeekendsForUpdate(sql, weekendsOf(locations))
  const deletedWeekends = await lockAllAndCheckDeleted(
    sql,
    'shared',
    subjectsOf(remaining, ({ weekendId }) => weekendSubject(weekendId)),
  )
  if (present.length > 0) await lockSubject(sql, 'exclusive', ...present.map(tipLockSubject))

  const located = remaining.flatMap((membership, index) => {
    const location = locations[index]
    return location && !deletedWeekends.has(weekendSubject(membership.weekendId)) ? [{ membership, location }] : []
  })
  const active = located.filter(({ membership }) => !membership.deleted)
  if (active.length > 0) await rows.store(active.map(({ membership }) => publishedOf(membership)))
  for (const [groupId, groupMemberships] of Map.groupBy(located, ({ membership }) => membership.groupId)) {
    const userIds = groupMemberships
      .filter(({ membership }) => membership.deleted)
      .map(({ membership }) => membership.userId)
    if (userIds.length > 0) await rows.remove(groupId, userIds)
  }
  for (const [groupId, groupMemberships] of Map.groupBy(
    located.filter(isOfScope),
    ({ membership }) => membership.groupId,
  )) {
    const [{ location } = {}] = groupMemberships
    const userIds = groupMemberships
      .filter((member) => member.location.isPresent)
      .map(({ membership }) => membership.userId)
    if (location?.scope && userIds.length > 0) await rows.endAndApprove(groupId, location.scope, userIds)
  }
  const joining = active.filter(isOfScope).map(({ membership }) => membership)
  if (joining.length > 0) await rows.join(joining)
}

export const onMembershipChanged = on(membershipChanged, ({ data }, sql) => projectMemberships(sql, [data]), {
  isPushed: true,
})
