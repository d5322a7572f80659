import { weekendKey } from '@purple-sector/contracts/event'
import type { membershipChanged } from '@purple-sector/contracts/groups/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { lockAllAndCheckDeleted } from '@purple-sector/messaging'
import type { z } from 'zod'
import { selectWeekendsForUpdate } from '../boards/select-weekend-for-update.ts'
import { type MembershipPlace, membershipRepository } from '../scopes/membership-repository.ts'
import { tipQueue } from '../tips/tip-repository.ts'
import { groupSubject } from './group-subject.ts'

export type MembershipData = z.infer<typeof membershipChanged.data>

type LocatedMembership = { membership: MembershipData; place: MembershipPlace }

const subjectsOf = (
  memberships: readonly MembershipData[],
  subjectOf: (membership: MembershipData) => string,
): string[] => [...new Set(memberships.map(subjectOf))]

/** The weekends with a board row of one of these users. */
const weekendsOf = (places: readonly MembershipPlace[]): number[] => [
  ...new Set(places.flatMap(({ isPresent, scope }) => (isPresent && scope ? [scope.weekendId] : []))),
]

const isOfScope = ({ membership, place }: LocatedMembership): boolean => place.scope?.weekendId === membership.weekendId

const publishedOf = ({ groupId, weekendId, userId, joinedAt, approvalStatus }: MembershipData) => ({
  groupId,
  weekendId,
  userId,
  joinedAt,
  isApproved: approvalStatus === 'approved',
})

/**
 * Applies the states of memberships, dated by this database's clock. A membership of a group that is unknown here, or
 * known in another weekend, is stored until the group's own state arrives.
 *
 * Lock order: all groups, then all weekends. Weekends are locked in shared mode, as by tips: closing a race excludes
 * that, so whether a user joined or was approved before a race locked is well defined, and neither tips nor other joins
 * wait (ADR 16). A present member has a row that a scoring may hold: that is waited for before. A tip of theirs in
 * progress ends first, because it would put them back on the board.
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
  const places = await rows.findPlaces(remaining)
  const present = remaining.filter((_, place) => places[place]?.isPresent)
  await selectWeekendsForUpdate(sql, weekendsOf(places))
  const deletedWeekends = await lockAllAndCheckDeleted(
    sql,
    'shared',
    subjectsOf(remaining, ({ weekendId }) => weekendKey(weekendId)),
  )
  if (present.length > 0) await lockSubject(sql, 'exclusive', ...present.map(tipQueue))

  const located = remaining.flatMap((membership, at) => {
    const place = places[at]
    return place && !deletedWeekends.has(weekendKey(membership.weekendId)) ? [{ membership, place }] : []
  })
  const active = located.filter(({ membership }) => !membership.deleted)
  if (active.length > 0) await rows.store(active.map(({ membership }) => publishedOf(membership)))
  for (const [groupId, ofGroup] of Map.groupBy(located, ({ membership }) => membership.groupId)) {
    const userIds = ofGroup.filter(({ membership }) => membership.deleted).map(({ membership }) => membership.userId)
    if (userIds.length > 0) await rows.remove(groupId, userIds)
  }
  for (const [groupId, ofGroup] of Map.groupBy(located.filter(isOfScope), ({ membership }) => membership.groupId)) {
    const [{ place } = {}] = ofGroup
    const userIds = ofGroup.filter(({ place }) => place.isPresent).map(({ membership }) => membership.userId)
    if (place?.scope && userIds.length > 0) await rows.endAndApprove(groupId, place.scope, userIds)
  }
  const joining = active.filter(isOfScope).map(({ membership }) => membership)
  if (joining.length > 0) await rows.join(joining)
}
