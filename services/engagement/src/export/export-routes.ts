import type { Database } from '@purple-sector/database'
import type { App } from '@purple-sector/service-kit'
import { registerExportRoute } from '@purple-sector/service-kit/http/export-route'
import { exportParts } from './export-sql.ts'

/** Registers the route that exports all data engagement stores about a user. */
export const exportRoutes = (dependencies: { database: Database }) => async (app: App) =>
  registerExportRoute(app, { service: 'engagement', ...dependencies, parts: exportParts })
