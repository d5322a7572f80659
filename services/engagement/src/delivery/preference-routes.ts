import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import type { Database } from '@purple-sector/database'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { changeChoice, preferenceRepository } from './preference-repository.ts'
import { choiceOf, preferencesOf } from './preferences.ts'

/** Registers the routes of the notification preferences. */
export const preferenceRoutes = (dependencies: { database: Database }) => async (app: App) => {
  const { database } = dependencies
  registerRoute(app, engagementRoutes.findNotificationPreferences, async (request) =>
    preferencesOf(await preferenceRepository(database).find(callerOf(request).userId)),
  )

  registerRoute(app, engagementRoutes.changeNotificationPreferences, async (request) => {
    const choice = choiceOf(request.body)
    return preferencesOf(await changeChoice(database, callerOf(request).userId, () => choice))
  })
}
