import { exportOf } from '@purple-sector/contracts/every-service'
import type { Database } from '@purple-sector/database'
import type { App } from './app-type.ts'
import { registerInternalRoute } from './internal-route.ts'

/** What a service holds of somebody, by name: each a query of `:userId` for rows in the order they are to be read in. */
export type ExportParts = Readonly<Record<string, string>>

const part = ([name, query]: [string, string]): string =>
  `coalesce((select json_agg(row_to_json(listed)) from (${query}) listed), '[]') as "${name}"`

/** A list for each part, all read from one snapshot. */
export const readExport = async (
  database: Database,
  parts: ExportParts,
  userId: string,
): Promise<Record<string, unknown>> => {
  const statement = `select ${Object.entries(parts).map(part).join(',\n')}`
  const { rows } = await database.raw<{ rows: Record<string, unknown>[] }>(statement, { userId })
  return rows[0] ?? {}
}

/** Answers `exportOf`: all that a service holds of somebody, for them to read. */
export const registerExportRoute = (
  app: App,
  { service, database, parts }: { service: string; database: Database; parts: ExportParts },
): void => registerInternalRoute(app, exportOf(service), ({ params }) => readExport(database, parts, params.userId))
