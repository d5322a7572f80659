import type { Achievement } from '@purple-sector/contracts/engagement/http'
import { userSubject } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import { lockAndCheckDeleted } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { requireWeekend } from '../projections/weekend-projection.ts'
import { RULES } from './achievements.ts'
import { recountAchievements } from './update-achievements-sql.ts'

/**
 * Recounts all counters of the caller and grants the achievements that events have not granted.
 *
 * Such as those of a rule that is newer than the activities it counts.
 */
export const checkAchievements =
  ({ database }: { database: Database }) =>
  ({ userId }: Caller, weekendId: number | null): Promise<{ newAchievements: Achievement[] }> =>
    database.transaction(async (sql) => {
      if (weekendId !== null) await requireWeekend(sql, weekendId)
      if ((await lockAndCheckDeleted(sql, 'shared', userSubject(userId))).isDeleted) return { newAchievements: [] }
      const granted = await recountAchievements(sql, userId, weekendId)
      return {
        newAchievements: RULES.map(({ achievement }) => achievement).filter(({ id }) => granted.includes(id)),
      }
    })
