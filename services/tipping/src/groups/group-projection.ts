import { weekendSubject } from '@purple-sector/contracts/event'
import { groupChanged } from '@purple-sector/contracts/groups/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { isDeleted, lockAndCheckDeleted, markDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { selectWeekendForUpdate } from '../board-publishing/publish-leaderboards.ts'
import { membershipRepository } from '../scopes/membership-repository.ts'
import type { ScopeRules } from '../scopes/rules.ts'
import { type GroupScope, scopeRepository } from '../scopes/scope-repository.ts'
import { groupSubject } from './group-subject.ts'

export type GroupData = z.infer<typeof groupChanged.data>

const rulesOf = (group: GroupData): ScopeRules => ({
  selectedRaceIds: group.selectedRaceIds,
  useCustomPoints: group.useCustomPointSystem,
  customPoints: group.customPointSystem,
  hidePointsUntilApproved: group.hidePointsUntilApproved,
  preventPointsUntilApproved: group.preventPointsUntilApproved,
  lockTipsAfterFirstEvent: group.lockTipsAfterFirstEvent,
})

/** Ends the scope of a group; waits for tips in progress, so that the removal afterwards finds all rows. */
const endScope = async (sql: Transaction, scope: GroupScope, ...otherWeekendIds: number[]): Promise<void> => {
  await lockSubject(sql, 'exclusive', ...[scope.weekendId, ...otherWeekendIds].map(weekendSubject))
  await scopeRepository(sql).end(scope.id)
}

/**
 * Creates the scope of a group; members that were published before the group, or with its move, become members of the
 * scope.
 */
const createScope = async (sql: Transaction, group: GroupData): Promise<void> => {
  const { id: groupId, weekendId, creatorId: adminUserId, name } = group
  const scope = await scopeRepository(sql).createGroup({ groupId, weekendId, adminUserId, name }, rulesOf(group))
  await membershipRepository(sql).joinAll(groupId, scope)
}

/**
 * Applies the state of a group: its rules from now on, by this database's clock, its weekend, its deletion.
 *
 * The group is locked exclusively, so that memberships see it before or after the change. Its weekend is locked in
 * shared mode, as by tips: closing a race excludes both, so the rules of every race are well defined, and tips do not
 * wait (ADR 16). Before that it waits for the row lock of a scoring. A change that leaves the rules as they are locks
 * no weekend.
 */
export const projectGroup = async (sql: Transaction, group: GroupData): Promise<void> => {
  const subject = groupSubject(group.id)
  await lockSubject(sql, 'exclusive', subject)
  if (await isDeleted(sql, subject)) return
  const scopes = scopeRepository(sql)
  const existing = await scopes.findGroup(group.id)
  const adminAndName = { adminUserId: group.creatorId, name: group.name }
  const staysInWeekend = existing && !group.deleted && existing.weekendId === group.weekendId
  if (staysInWeekend && (await scopes.hasRules(existing.id, rulesOf(group))))
    return scopes.change(existing.id, adminAndName)
  if (existing) await selectWeekendForUpdate(sql, existing.weekendId)
  if (group.deleted) {
    if (existing) await endScope(sql, existing)
    await membershipRepository(sql).removeAll(group.id)
    return markDeleted(sql, subject)
  }
  const movesWeekend = existing && existing.weekendId !== group.weekendId
  if (movesWeekend) await endScope(sql, existing, group.weekendId)
  const weekend = await lockAndCheckDeleted(sql, 'shared', weekendSubject(group.weekendId))
  if (weekend.isDeleted) return
  if (!existing || movesWeekend) return createScope(sql, group)
  await scopes.change(existing.id, adminAndName)
  await scopes.changeRules(existing.id, rulesOf(group))
}

export const onGroupChanged = on(groupChanged, ({ data }, sql) => projectGroup(sql, data), { isPushed: true })
