/* Race control: the results of races, and the log of what administrators did. */
import {
  assembleService,
  createApp,
  type Platform,
  type Service,
  startIdempotencySweep,
} from '@purple-sector/service-kit'
import { raceClosings } from '@purple-sector/service-kit/data/race-closings'
import { auditRoutes } from './audit/audit-routes.ts'
import type { Config } from './config.ts'
import { exportRoutes } from './export/export-routes.ts'
import { buildLiveTiming } from './live-timing/build-live-timing.ts'
import { liveTimingRepublisher } from './live-timing/live-timing-republisher.ts'
import { lockRoutes } from './locks/lock-routes.ts'
import { raceLockRepublisher } from './locks/race-lock-republisher.ts'
import { openDataRoutes } from './open-data/open-data-routes.ts'
import { askWeekends } from './projections/ask-weekends.ts'
import { readingRoutes } from './readings/reading-routes.ts'
import { buildReports } from './reports/build-reports.ts'
import { askTipping } from './results/ask-tipping.ts'
import { resultRepublisher } from './results/result-republisher.ts'
import { resultRoutes } from './results/result-routes.ts'
import { subscriptions } from './subscriptions.ts'
import { buildTimingSources } from './timing-sources/build-timing-sources.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'
import { buildWebhooks } from './webhooks/build-webhooks.ts'

/** Race control: results with their revisions, and the audit log. */
export const buildAdmin = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, calls, log, verifyIdentity, internalSecret } = platform
  const app = createApp({ service: 'admin', log, verifyIdentity, internalSecret, isReady: () => service.takesCalls() })
  const closings = raceClosings({ database, calls, log, closeTimeoutMs: config.closeTimeoutMs })
  const weekends = askWeekends(database, calls, log)
  const tipping = askTipping(calls, log, config.previewTimeoutMs)
  const { sheetTimeoutMs } = config

  app.register(resultRoutes({ database, weekends, tipping, closings }))
  app.register(readingRoutes({ database, weekends, tipping, calls, sheetTimeoutMs }))
  app.register(lockRoutes({ database, weekends, tipping, closings, calls }))
  app.register(auditRoutes({ database, weekends }))
  const timing = buildLiveTiming({ ...platform, weekends, tipping, closings, keys: config.timingKeys })
  app.register(timing.routes)
  const sources = buildTimingSources({ ...platform, weekends, timing, allowPrivate: config.allowPrivateTiming })
  app.register(sources.routes)
  app.register(openDataRoutes(database))
  app.register(exportRoutes(database))
  app.register(uploadRoutes({ database, weekends, calls, sheetTimeoutMs }))
  const webhooks = buildWebhooks(platform, config)
  app.register(webhooks.routes)
  const reports = buildReports(platform)
  app.register(reports.routes)

  const service = assembleService({
    name: 'admin',
    platform,
    app,
    reactions: subscriptions({ forgetTiming: timing.newest.forget }),
    republishers: [resultRepublisher, raceLockRepublisher, liveTimingRepublisher],
    tasks: [
      () => closings.start(),
      () => startIdempotencySweep(platform),
      webhooks.task,
      reports.task,
      timing.task,
      sources.task,
    ],
  })
  return service
}
