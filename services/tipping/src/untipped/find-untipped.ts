import type { UntippedCategory } from '@purple-sector/contracts/tipping/untipped'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import type { Database, Transaction } from '@purple-sector/database'
import { autoTipRepository } from '../auto-tips/auto-tip-repository.ts'
import { findDueAutoTips } from '../auto-tips/find-due-auto-tips.ts'
import { countsFrom, isOpen } from '../tips/tip.ts'
import { type GroupScope, type UntippedMember, untippedReadModel } from './untipped-read-model.ts'

/** An open category with the members who have not tipped it. */
export type FoundCategory = Omit<UntippedCategory, 'members'> & { shortName: string; members: UntippedMember[] }

/**
 * Finds the categories of a group that can be tipped now, with the members without a tip. Members who get an automatic tip
 * are not among them (docs/rules.md, Tips).
 */
export const findUntipped = async (sql: Database | Transaction, scope: GroupScope): Promise<FoundCategory[]> => {
  const untipped = untippedReadModel(sql)
  const categories = await untipped.categories(scope)
  const open = categories.filter((category) => isOpenToAll(category) && isOpen(category, category.now))
  const members = await untipped.members(
    scope,
    open.map(({ categoryId }) => categoryId),
  )
  const ofCategory = Map.groupBy(members, ({ categoryId }) => categoryId)
  const round = await autoTipRepository(sql).findRound(scope.weekendId)
  return Promise.all(
    open.map(async ({ categoryId, category, shortName, races, now }) => {
      const due = round
        ? await findDueAutoTips(sql, round, { scopeId: scope.scopeId, categoryId, races }, now)
        : new Set<string>()
      return {
        categoryId,
        category,
        shortName,
        deadline: countsFrom(races, now)?.locksAt?.toISOString() ?? null,
        members: (ofCategory.get(categoryId) ?? []).filter(({ userId }) => !due.has(userId)),
      }
    }),
  )
}
