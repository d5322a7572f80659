/* Race control: the results of races, and the log of what administrators did. */
import { assembleService, createApp, type Platform, type Service } from '@purple-sector/service-kit'
import { raceClosings } from '@purple-sector/service-kit/race-closings'
import { auditRoutes } from './audit/audit-routes.ts'
import type { Config } from './config.ts'
import { exportRoutes } from './export/export-routes.ts'
import { askWeekends } from './projections/ask-weekends.ts'
import { askTipping } from './results/ask-tipping.ts'
import { resultRepublisher } from './results/result-republisher.ts'
import { resultRoutes } from './results/result-routes.ts'
import { subscriptions } from './subscriptions.ts'

/** Race control: results with their revisions, and the audit log. */
export const buildAdmin = async (platform: Platform, config: Config): Promise<Service> => {
  const { database, calls, log, verifyIdentity, internalSecret } = platform
  const app = createApp({ service: 'admin', log, verifyIdentity, internalSecret, isReady: () => service.isReady() })
  const closings = raceClosings({ database, calls, log, closeTimeoutMs: config.closeTimeoutMs })
  const weekends = askWeekends(database, calls, log)
  const tipping = askTipping(calls, log, config.previewTimeoutMs)

  app.register(resultRoutes({ database, weekends, tipping, closings }))
  app.register(auditRoutes({ database, weekends }))
  app.register(exportRoutes(database))

  const service = assembleService({
    name: 'admin',
    platform,
    app,
    reactions: subscriptions,
    republishers: [resultRepublisher],
    tasks: [() => closings.start()],
  })
  return service
}
