import { weekendKey } from '@purple-sector/contracts/event'
import type { membershipChanged } from '@purple-sector/contracts/groups/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { holdSubject } from '@purple-sector/messaging'
import type { z } from 'zod'
import { holdWeekend } from '../projections/weekend-projection.ts'
import { membershipRepository } from '../scopes/membership-repository.ts'
import { tipQueue } from '../tips/tip-repository.ts'
import { groupSubject } from './group-subject.ts'

export type MembershipData = z.infer<typeof membershipChanged.data>

const toldOf = ({ groupId, weekendId, userId, joinedAt, approvalStatus }: MembershipData) => ({
  groupId,
  weekendId,
  userId,
  joinedAt,
  isApproved: approvalStatus === 'approved',
})

/**
 * Takes over what groups says of memberships of one group, all of one weekend, and dates them by this database's clock.
 * What is said of a group that is not known here, or is known of another weekend, is kept for when its own state comes.
 *
 * The weekend is shared, as by tips: closing a race excludes that, so whether somebody joined or was approved before a
 * race locked is plain, and neither tips nor other joins wait (ADR 16). Who is a member already has a row that a scoring
 * may hold: that is waited for before. A tip of theirs under way ends first, or it would put them back on the board.
 */
export const projectMemberships = async (sql: Transaction, memberships: readonly MembershipData[]): Promise<void> => {
  const [first] = memberships
  if (!first) return
  const { groupId, weekendId } = first
  const group = await holdSubject(sql, 'shared', groupSubject(groupId))
  if (group.isDeleted) return
  const rows = membershipRepository(sql)
  const userIds = memberships.map(({ userId }) => userId)
  const { scope, isAnyPresent = false } = (await rows.findScope(groupId, userIds)) ?? {}
  if (scope && isAnyPresent) await holdWeekend(sql, scope.weekendId)
  const weekend = await holdSubject(sql, 'shared', weekendKey(weekendId))
  if (weekend.isDeleted) return
  if (isAnyPresent)
    await lockSubject(sql, 'exclusive', ...userIds.map((userId) => tipQueue({ userId, weekendId, groupId })))

  const held = memberships.filter(({ deleted }) => !deleted)
  const gone = memberships.filter(({ deleted }) => deleted)
  if (held.length > 0) await rows.note(held.map(toldOf))
  if (gone.length > 0)
    await rows.forget(
      groupId,
      gone.map(({ userId }) => userId),
    )
  if (!scope || scope.weekendId !== weekendId) return
  if (isAnyPresent) await rows.endAndApprove(groupId, scope, userIds)
  if (held.length > 0) await rows.join(groupId, scope, userIds)
}
