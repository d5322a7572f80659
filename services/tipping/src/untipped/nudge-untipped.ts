import { weekendSubject } from '@purple-sector/contracts/event'
import type { NudgeReceipt } from '@purple-sector/contracts/tipping/untipped'
import { type Database, lockSubject } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { conflict } from '@purple-sector/service-kit/errors'
import { groupSubject } from '../groups/group-subject.ts'
import { findAdministeredScope } from './find-administered-scope.ts'
import { type FoundCategory, findUntipped } from './find-untipped.ts'
import { type GroupWeekend, type Nudge, nudgeRepository, publishNudge } from './nudge-repository.ts'

/** The members to notify with the categories that they have not tipped, without those who switched nudges off. */
const recipientsOf = (categories: readonly FoundCategory[]): Nudge['members'] => {
  const recipients = categories.flatMap(({ members }) => members.filter(({ nudges }) => nudges))
  return [...Map.groupBy(recipients, ({ userId }) => userId)].map(([userId, rows]) => ({
    userId,
    categoryIds: rows.map(({ categoryId }) => categoryId),
  }))
}

/**
 * Nudges the members of a group who have not tipped, once a weekend (docs/rules.md, Tips). Without a member to notify it
 * sends nothing, and the group can still nudge. Throws 409 `ALREADY_NUDGED`.
 */
export const nudgeUntipped =
  ({ database }: { database: Database }) =>
  async (caller: Caller, groupWeekend: GroupWeekend): Promise<NudgeReceipt> => {
    return database.transaction(async (sql) => {
      // Waits for a deletion of the group or the weekend, which removes the nudge too.
      await lockSubject(sql, 'shared', groupSubject(groupWeekend.groupId))
      await lockSubject(sql, 'shared', weekendSubject(groupWeekend.weekendId))
      const scope = await findAdministeredScope(sql, caller, groupWeekend)
      const nudges = nudgeRepository(sql)
      if (!(await nudges.claim(groupWeekend)))
        throw conflict('ALREADY_NUDGED', 'Your group has already been nudged for this race weekend.')
      const found = await findUntipped(sql, scope)
      const members = recipientsOf(found)
      if (members.length === 0) await nudges.release(groupWeekend)
      else {
        const categories = found.map(({ categoryId, shortName, deadline }) => ({
          categoryId,
          category: shortName,
          deadline,
        }))
        await publishNudge(sql, { ...groupWeekend, ...(await nudges.namesOf(scope.scopeId)), categories, members })
      }
      return { count: members.length }
    })
  }
