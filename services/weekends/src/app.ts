import { weekendsRaceLockFinalized } from '@purple-sector/contracts/weekends/events'
import {
  assembleService,
  createApp,
  type Platform,
  type Service,
  startIdempotencySweep,
} from '@purple-sector/service-kit'
import { createProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import { startAdminActionSweep } from './audit/sweep-admin-actions.ts'
import { calendarImportRoutes } from './calendar-import/import-routes.ts'
import { carRoutes } from './cars/car-routes.ts'
import { categoryRoutes } from './categories/category-routes.ts'
import { createCommit } from './commit.ts'
import type { Config } from './config.ts'
import { imageRoutes } from './images/image-routes.ts'
import { internalRoutes } from './internal-routes.ts'
import { openDataRoutes } from './open-data/open-data-routes.ts'
import { raceAdminRoutes } from './races/race-admin-routes.ts'
import { republishers } from './republishers.ts'
import { seasonRoutes } from './seasons/season-routes.ts'
import { subscriptions } from './subscriptions.ts'
import { tippingClient } from './tipping-client.ts'
import { weekendAdminRoutes } from './weekends/weekend-admin-routes.ts'
import { contentsOf } from './weekends/weekend-contents.ts'
import { weekendRoutes } from './weekends/weekend-routes.ts'

/** Builds the service: weekends, their races and cars, and the filter of the open competition. */
export const buildWeekends = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, calls, log } = platform
  const app = createApp({ service: 'weekends', ...platform, isReady: () => service.acceptsCalls() })
  const { closeTimeoutMs } = config
  const tipping = tippingClient(calls, log, closeTimeoutMs)
  const provisionalLocks = createProvisionalLocks({
    database,
    calls,
    log,
    closeTimeoutMs,
    finalized: weekendsRaceLockFinalized,
  })
  const dependencies = { database, commit: createCommit({ database, tipping, log }), tipping, provisionalLocks }

  app.register(weekendRoutes({ database }))
  app.register(weekendAdminRoutes({ ...dependencies, contentsOf: contentsOf({ database, calls, tipping }) }))
  app.register(seasonRoutes(dependencies))
  app.register(calendarImportRoutes({ ...dependencies, sheetTimeoutMs: config.sheetTimeoutMs }))
  app.register(categoryRoutes(dependencies))
  app.register(raceAdminRoutes(dependencies))
  app.register(carRoutes(dependencies))
  app.register(imageRoutes(dependencies))
  app.register(openDataRoutes({ database, publicUrl: config.publicUrl }))
  app.register(internalRoutes(dependencies))

  const service = assembleService({
    name: 'weekends',
    platform,
    app,
    handlers: subscriptions,
    republishers,
    tasks: [
      () => provisionalLocks.start(),
      () => startIdempotencySweep(platform),
      () => startAdminActionSweep(platform),
    ],
  })
  return service
}
