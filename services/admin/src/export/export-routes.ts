import type { Database } from '@purple-sector/database'
import type { App } from '@purple-sector/service-kit'
import { registerExportRoute } from '@purple-sector/service-kit/http/export-route'
import { exportParts } from './export-sql.ts'

/** Exports what race control stores of a user: actions and published results of administrators, no others. */
export const exportRoutes = (dependencies: { database: Database }) => async (app: App) =>
  registerExportRoute(app, { service: 'admin', ...dependencies, parts: exportParts })
