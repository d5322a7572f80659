import { exportOf } from '@purple-sector/contracts/every-service'
import type { Database } from '@purple-sector/database'
import type { App } from './app-type.ts'
import { registerInternalRoute } from './internal-route.ts'

/** Queries for a service's data of a user, by name: each selects rows by `:userId`, in the order of the export. */
export type ExportParts = Readonly<Record<string, string>>

const selectPart = ([name, query]: [string, string]): string =>
  `coalesce((select json_agg(row_to_json(listed)) from (${query}) listed), '[]') as "${name}"`

/** Reads the rows of every part from one snapshot. */
export const readExport = async (
  database: Database,
  parts: ExportParts,
  userId: string,
): Promise<Record<string, unknown>> => {
  const statement = `select ${Object.entries(parts).map(selectPart).join(',\n')}`
  const { rows } = await database.raw<{ rows: Record<string, unknown>[] }>(statement, { userId })
  return rows[0] ?? {}
}

/** Registers the route for `exportOf`: all data a service has of a user, for that user to download. */
export const registerExportRoute = (
  app: App,
  { service, database, parts }: { service: string; database: Database; parts: ExportParts },
): void => registerInternalRoute(app, exportOf(service), ({ params }) => readExport(database, parts, params.userId))
