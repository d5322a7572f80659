import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { setLastChanged } from '@purple-sector/service-kit/http/last-changed'
import { achievementsChangedAt, readAchievements } from './achievement-read-model.ts'
import { checkAchievements } from './check-achievements.ts'

/** Registers `/api/achievements`: the caller's own achievements. */
export const achievementRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  const check = checkAchievements({ database })

  registerRoute(app, engagementRoutes.listAchievements, async (request, reply) => {
    const achievements = await readAchievements(database, callerOf(request).userId)
    setLastChanged(reply, await achievementsChangedAt(database, achievements))
    return achievements
  })

  registerRoute(app, engagementRoutes.checkAchievements, async (request, reply) => {
    const caller = callerOf(request)
    const checked = await check(caller, request.body?.weekendId ?? null)
    // An unlocked achievement may reveal a result, an empty reply reveals none.
    if (checked.newAchievements.length > 0)
      setLastChanged(reply, await achievementsChangedAt(database, await readAchievements(database, caller.userId)))
    return checked
  })
}
