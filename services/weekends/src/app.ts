import { fileURLToPath } from 'node:url'
import {
  assembleService,
  createApp,
  type Platform,
  type Service,
  startIdempotencySweep,
} from '@purple-sector/service-kit'
import { askRaceControl } from './ask-race-control.ts'
import { askTipping } from './ask-tipping.ts'
import { carRoutes } from './cars/car-routes.ts'
import type { Config } from './config.ts'
import { imageRoutes } from './images/image-routes.ts'
import { internalRoutes } from './internal-routes.ts'
import { raceAdminRoutes } from './races/race-admin-routes.ts'
import { republishers } from './republishers.ts'
import { subscriptions } from './subscriptions.ts'
import { weekendAdminRoutes } from './weekends/weekend-admin-routes.ts'
import { contentsOf } from './weekends/weekend-contents.ts'
import { weekendRoutes } from './weekends/weekend-routes.ts'

export { type Config, readConfig } from './config.ts'

export const migrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url))

/** Weekends, their sessions and cars, and the filter of the open competition. */
export const buildWeekends = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, calls, log, verifyIdentity, internalSecret } = platform
  const app = createApp({ service: 'weekends', log, verifyIdentity, internalSecret, isReady: () => service.isReady() })
  const tipping = askTipping(calls, log, config.closeTimeoutMs)

  app.register(weekendRoutes(database))
  app.register(weekendAdminRoutes(database, tipping, contentsOf({ database, calls, tipping })))
  app.register(raceAdminRoutes(database, tipping, askRaceControl(calls, log)))
  app.register(carRoutes(database))
  app.register(imageRoutes(database))
  app.register(internalRoutes(database))

  const service = assembleService({
    name: 'weekends',
    platform,
    app,
    reactions: subscriptions,
    republishers,
    tasks: [() => startIdempotencySweep(platform)],
  })
  return service
}
