import { weekendSubject } from '@purple-sector/contracts/event'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { lockAllAndCheckDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { selectWeekendsForUpdate } from '../board-publishing/publish-leaderboards.ts'
import { openTipRepository } from '../open-tips/open-tip-repository.ts'
import { type MemberScope, membershipRepository } from '../scopes/membership-repository.ts'
import { markSeasonsOfGroups } from '../seasons/seasons-to-refresh-sql.ts'
import { tipLockSubject } from '../tips/tip-repository.ts'
import { groupSubject } from './group-subject.ts'

export type MembershipData = z.infer<typeof membershipChanged.data>

type LocatedMembership = { membership: MembershipData; scopes: MemberScope[] }

const publishedOf = ({ groupId, weekendId, userId, joinedAt, approvalStatus, usesOpenTips }: MembershipData) => ({
  groupId,
  weekendId,
  userId,
  joinedAt,
  isApproved: approvalStatus === 'approved',
  usesOpenTips,
})

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** The weekends in which the membership is, or may come to be. */
const weekendsOf = ({ membership, scopes }: LocatedMembership): number[] => [
  ...(membership.weekendId === null ? [] : [membership.weekendId]),
  ...scopes.map(({ weekendId }) => weekendId),
]

const changes = ({ isPresent, isEnding, isApproving }: MemberScope): boolean => isPresent && (isEnding || isApproving)

/** Locks what has to wait for the changes of these memberships; returns the subjects of deleted weekends. */
const lockScopes = async (sql: Transaction, located: readonly LocatedMembership[]): Promise<ReadonlySet<string>> => {
  const changing = located.flatMap(({ scopes }) => scopes.filter(changes))
  await selectWeekendsForUpdate(sql, unique(changing.map(({ weekendId }) => weekendId)))
  const weekends = unique(located.flatMap(weekendsOf)).map(weekendSubject)
  const deletedWeekends =
    weekends.length > 0 ? await lockAllAndCheckDeleted(sql, 'shared', weekends) : new Set<string>()
  const tips = located.flatMap(({ membership, scopes }) =>
    scopes.flatMap(({ weekendId, isPresent, isEnding, isSwitching }) =>
      isPresent && (isEnding || isSwitching) ? [tipLockSubject({ ...membership, weekendId })] : [],
    ),
  )
  if (tips.length > 0) await lockSubject(sql, 'exclusive', ...tips)
  return deletedWeekends
}

/** Ends and approves memberships in all scopes of their groups. */
const endAndApprove = async (sql: Transaction, located: readonly LocatedMembership[]): Promise<void> => {
  const rows = membershipRepository(sql)
  for (const [groupId, members] of Map.groupBy(located, ({ membership }) => membership.groupId)) {
    const usersWith = (condition: (member: LocatedMembership) => boolean): string[] =>
      members.filter(condition).map(({ membership }) => membership.userId)
    const removed = usersWith(({ membership }) => membership.deleted)
    if (removed.length > 0) await rows.remove(groupId, removed)
    const ending = usersWith(({ scopes }) => scopes.some(({ isPresent, isEnding }) => isPresent && isEnding))
    const accounts = usersWith(({ membership }) => membership.accountDeleted === true)
    if (ending.length > 0) await rows.end(groupId, ending, accounts)
    const approved = usersWith(({ scopes }) => scopes.some(({ isPresent, isApproving }) => isPresent && isApproving))
    if (approved.length > 0) await rows.approve(groupId, approved)
  }
}

/** Marks the scopes in which members now use their open tips, so that the present ones are copied. */
const markSwitchedOn = (sql: Transaction, located: readonly LocatedMembership[]): Promise<void> =>
  openTipRepository(sql).mark(
    located.flatMap(({ membership: { userId, usesOpenTips }, scopes }) =>
      scopes.flatMap(({ id, isSwitching }) => (usesOpenTips && isSwitching ? [{ scopeId: id, userId }] : [])),
    ),
  )

/**
 * Applies the states of memberships, dated by this database's clock. If tipping does not know the group, or knows it in
 * another weekend, the membership is stored until the group's own state arrives. A member of a season group is in all
 * scopes of it.
 *
 * Lock order: all groups, then all weekends. Weekends are locked in shared mode, as by tips: closing a race excludes
 * that, so whether a user joined or was approved before a race locked is well defined, and neither tips nor other joins
 * wait (ADR 16). The board row of a member who leaves or is approved may be locked by a scoring, so this waits for it
 * first. Then it waits for tips in progress of a member who leaves, which would put the member back on the board, and of one
 * who no longer uses their open tips, which would be copied after the reply.
 */
export const projectMemberships = async (sql: Transaction, memberships: readonly MembershipData[]): Promise<void> => {
  if (memberships.length === 0) return
  const groups = unique(memberships.map(({ groupId }) => groupSubject(groupId)))
  const deletedGroups = await lockAllAndCheckDeleted(sql, 'shared', groups)
  const remaining = memberships.filter(({ groupId }) => !deletedGroups.has(groupSubject(groupId)))
  if (remaining.length === 0) return
  const rows = membershipRepository(sql)
  const scopes = await rows.findScopes(
    remaining.map((membership) => ({ ...publishedOf(membership), isDeleted: membership.deleted })),
  )
  const found = remaining.map((membership, index) => ({ membership, scopes: scopes[index] ?? [] }))
  const deletedWeekends = await lockScopes(sql, found)
  const located = found.filter(
    ({ membership: { weekendId } }) => weekendId === null || !deletedWeekends.has(weekendSubject(weekendId)),
  )
  const active = located.filter(({ membership }) => !membership.deleted).map(({ membership }) => membership)
  if (active.length > 0) await rows.store(active.map(publishedOf))
  await markSwitchedOn(sql, located)
  await endAndApprove(sql, located)
  if (active.length > 0) await rows.join(active)
  await markSeasonsOfGroups(sql, unique(located.map(({ membership }) => membership.groupId)))
}

export const onMembershipChanged = on(membershipChanged, ({ data }, sql) => projectMemberships(sql, [data]), {
  isPushed: true,
})
