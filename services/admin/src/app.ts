import { adminRaceLockFinalized } from '@purple-sector/contracts/admin/events'
import {
  assembleService,
  createApp,
  type Platform,
  type Service,
  startIdempotencySweep,
} from '@purple-sector/service-kit'
import { createProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import { auditRoutes } from './audit/audit-routes.ts'
import type { Config } from './config.ts'
import { exportRoutes } from './export/export-routes.ts'
import { importRoutes } from './imports/import-routes.ts'
import { buildLiveTiming } from './live-timing/build-live-timing.ts'
import { lockRoutes } from './locks/lock-routes.ts'
import { openDataRoutes } from './open-data/open-data-routes.ts'
import { buildReports } from './reports/build-reports.ts'
import { republishers } from './republishers.ts'
import { resultRoutes } from './results/result-routes.ts'
import { subscriptions } from './subscriptions.ts'
import { buildTimingSources } from './timing-sources/build-timing-sources.ts'
import { createTippingClient } from './tipping-client.ts'
import { uploadRoutes } from './uploads/upload-routes.ts'
import { buildWebhooks } from './webhooks/build-webhooks.ts'
import { weekendsClient } from './weekends-client.ts'

/** Composes race control: results with their revisions, locks, live timing, webhooks, reports, the audit log. */
export const buildAdmin = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, calls, log } = platform
  const app = createApp({ service: 'admin', ...platform, isReady: () => service.acceptsCalls() })
  const provisionalLocks = createProvisionalLocks({
    database,
    calls,
    log,
    closeTimeoutMs: config.closeTimeoutMs,
    finalized: adminRaceLockFinalized,
  })
  const weekends = weekendsClient(database, calls, log)
  const tipping = createTippingClient(calls, log, config.previewTimeoutMs)
  const { sheetTimeoutMs } = config

  app.register(resultRoutes({ database, weekends, tipping, provisionalLocks }))
  app.register(importRoutes({ weekends, tipping, sheetTimeoutMs }))
  app.register(lockRoutes({ database, weekends, tipping, provisionalLocks }))
  app.register(auditRoutes({ database, weekends }))
  const timing = buildLiveTiming({ ...platform, weekends, tipping, provisionalLocks, keys: config.timingKeys })
  app.register(timing.routes)
  const sources = buildTimingSources({ ...platform, weekends, timing, allowPrivate: config.allowPrivateTiming })
  app.register(sources.routes)
  app.register(openDataRoutes({ database }))
  app.register(exportRoutes({ database }))
  app.register(uploadRoutes({ weekends, calls, sheetTimeoutMs }))
  const webhooks = buildWebhooks(platform, config)
  app.register(webhooks.routes)
  const reports = buildReports(platform)
  app.register(reports.routes)

  const service = assembleService({
    name: 'admin',
    platform,
    app,
    handlers: subscriptions({ removeTiming: timing.latestTimings.remove }),
    republishers,
    tasks: [
      () => provisionalLocks.start(),
      () => startIdempotencySweep(platform),
      webhooks.task,
      reports.task,
      timing.task,
      sources.task,
    ],
  })
  return service
}
