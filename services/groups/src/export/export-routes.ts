import type { Database } from '@purple-sector/database'
import type { App } from '@purple-sector/service-kit'
import { registerExportRoute } from '@purple-sector/service-kit/http/export-route'
import { exportParts } from './export-sql.ts'

/** Routes that export what groups stores of a user. */
export const exportRoutes = (dependencies: { database: Database }) => async (app: App) =>
  registerExportRoute(app, { service: 'groups', ...dependencies, parts: exportParts })
