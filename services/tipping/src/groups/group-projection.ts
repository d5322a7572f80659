import { weekendSubject } from '@purple-sector/contracts/event'
import { groupChanged } from '@purple-sector/contracts/groups/events'
import { lockSubject, type Transaction } from '@purple-sector/database'
import { isDeleted, lockAllAndCheckDeleted, markDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { autoTipRepository } from '../auto-tips/auto-tip-repository.ts'
import { selectWeekendsForUpdate } from '../board-publishing/publish-leaderboards.ts'
import { openTipRepository } from '../open-tips/open-tip-repository.ts'
import { membershipRepository } from '../scopes/membership-repository.ts'
import type { ScopeRules } from '../scopes/rules.ts'
import { scopeRepository } from '../scopes/scope-repository.ts'
import { markSeasonsOfGroups } from '../seasons/seasons-to-refresh-sql.ts'
import { nudgeRepository } from '../untipped/nudge-repository.ts'
import { groupSubject } from './group-subject.ts'
import { seasonGroupRepository } from './season-group-repository.ts'

export type GroupData = z.infer<typeof groupChanged.data>

type Weekend = { weekendId: number }

/** The rules of a group; which races count is said per weekend. */
const rulesOf = (group: GroupData, selectedRaceIds: number[] = []): ScopeRules => ({
  selectedRaceIds,
  useCustomPoints: group.useCustomPointSystem,
  customPoints: group.customPointSystem,
  hidePointsUntilApproved: group.hidePointsUntilApproved,
  preventPointsUntilApproved: group.preventPointsUntilApproved,
  lockTipsAfterFirstEvent: group.lockTipsAfterFirstEvent,
})

const idsOf = (weekends: readonly Weekend[]): number[] => weekends.map(({ weekendId }) => weekendId)

/** Compares the scopes of a group with its state. */
const planChanges = async (sql: Transaction, group: GroupData) => {
  const weekends = group.deleted ? [] : group.weekends
  const existing = await scopeRepository(sql).compare(group.id, weekends, rulesOf(group))
  const known = new Set(idsOf(existing))
  return {
    ended: existing.filter(({ isWanted }) => !isWanted),
    changed: existing.filter(({ isWanted, hasRules }) => isWanted && !hasRules),
    missing: weekends.filter(({ weekendId }) => !known.has(weekendId)),
  }
}

/**
 * Applies the state of a group: the weekends that it takes part in, its rules in each from now on, by this database's
 * clock, its deletion. Members that were published before their scope, or with a move, become members of it.
 *
 * The group is locked exclusively, so that memberships see it before or after the change. The weekends of changed and new
 * scopes are locked in shared mode, as by tips: closing a race excludes both, so the rules of every race are well
 * defined, and tips do not wait (ADR 16). Before that it waits for the row locks of scorings. A change that leaves
 * weekends and rules as they are locks no weekend. Where a scope ends, tips in progress are waited for, so that the
 * removal afterwards finds all rows.
 */
export const projectGroup = async (sql: Transaction, group: GroupData): Promise<void> => {
  const subject = groupSubject(group.id)
  await lockSubject(sql, 'exclusive', subject)
  if (await isDeleted(sql, subject)) return
  const scopes = scopeRepository(sql)
  const { ended, changed, missing } = await planChanges(sql, group)
  await selectWeekendsForUpdate(sql, idsOf([...ended, ...changed]))
  const locked = idsOf([...ended, ...changed, ...missing]).map(weekendSubject)
  const mode = ended.length > 0 ? 'exclusive' : 'shared'
  const deletedWeekends = locked.length > 0 ? await lockAllAndCheckDeleted(sql, mode, locked) : new Set<string>()

  if (ended.length > 0) await scopes.end(ended.map(({ id }) => id))
  if (group.deleted) {
    await membershipRepository(sql).removeAll(group.id)
    await seasonGroupRepository(sql).remove(group.id)
    await nudgeRepository(sql).removeOfGroup(group.id)
    return markDeleted(sql, subject)
  }
  const remaining = missing.filter(({ weekendId }) => !deletedWeekends.has(weekendSubject(weekendId)))
  await seasonGroupRepository(sql).save(group)
  const published = { groupId: group.id, adminUserId: group.creatorId, name: group.name }
  await scopes.change(published)
  const selected = new Map(group.weekends.map(({ weekendId, selectedRaceIds }) => [weekendId, selectedRaceIds]))
  for (const { id, weekendId } of changed) await scopes.changeRules(id, rulesOf(group, selected.get(weekendId)))
  if (changed.length > 0) {
    await openTipRepository(sql).markScopes(changed.map(({ id }) => id))
    // Rules may hide points, also before the first tip or result gives a leaderboard of the group a new version.
    await markSeasonsOfGroups(sql, [group.id])
  }
  if (remaining.length === 0) return
  await membershipRepository(sql).joinAll(group.id, await scopes.open(published, remaining, rulesOf(group)))
  if (group.allSeason) await autoTipRepository(sql).retryWeekends(idsOf(remaining))
}

export const onGroupChanged = on(groupChanged, ({ data }, sql) => projectGroup(sql, data), { isPushed: true })
