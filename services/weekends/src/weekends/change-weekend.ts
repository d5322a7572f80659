import type { PatchWeekendBody, Weekend } from '@purple-sector/contracts/weekends/http'
import { databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { adminAction } from '../audit/admin-action.ts'
import type { Written } from '../commit.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { lockWeekend } from './lock-weekend.ts'
import { changedWeekend, type StoredWeekend, weekendReply, weekendState } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

type Change = { caller: Caller; action: string; before: StoredWeekend; after: StoredWeekend }

/** Stores and publishes a locked weekend, unless it is unchanged. */
export const saveWeekend = async (
  sql: Transaction,
  { caller, action, before, after }: Change,
): Promise<Written<Weekend>> => {
  const reply = weekendReply(after)
  if (JSON.stringify(before) === JSON.stringify(after)) return { reply }
  await weekendRepository(sql).update(after)
  const at = await databaseTime(sql)
  const subject = { type: 'weekend', id: after.id } as const
  const auditEntry = adminAction({ at, caller, action, subject, before: weekendReply(before), after: reply })
  return { reply, published: await publish(sql, after.id, { weekend: weekendState(after) }, auditEntry) }
}

/** Changes the fields that were sent; at most one weekend is live at a time (docs/rules.md, Weekends). */
export const changeWeekend =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, id: number, body: PatchWeekendBody): Promise<Weekend> =>
    commit(async (sql) => {
      const before = await lockWeekend(sql, 'exclusive', id)
      return saveWeekend(sql, { caller, action: 'weekend.changed', before, after: changedWeekend(before, body) })
    })
