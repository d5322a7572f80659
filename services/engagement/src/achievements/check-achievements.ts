import type { Achievement } from '@purple-sector/contracts/engagement/http'
import { userKey } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import { lockAndCheckDeleted } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { RULES } from './achievements.ts'
import { COUNT, DONE, RACED } from './counters.ts'
import { grantReached } from './grant.ts'

/**
 * Counts everything of the caller anew and grants what is reached: what events have not granted, such as a rule that is
 * newer than what it asks for.
 */
export const checkAchievements =
  ({ database }: { database: Database }) =>
  ({ userId }: Caller, weekendId: number | null): Promise<{ newAchievements: Achievement[] }> =>
    database.transaction(async (sql) => {
      if (weekendId !== null) await requireWeekend(sql, weekendId)
      if ((await lockAndCheckDeleted(sql, 'shared', userKey(userId))).isDeleted) return { newAchievements: [] }
      const fans = { select: 'select :userId::text as user_id', bindings: { userId } }
      await sql.raw(COUNT(DONE, fans.select), fans.bindings)
      await sql.raw(COUNT(RACED, fans.select), fans.bindings)
      const granted = await grantReached(sql, fans, weekendId)
      return {
        newAchievements: RULES.map(({ achievement }) => achievement).filter(({ id }) => granted.includes(id)),
      }
    })
