import { createHash } from 'node:crypto'
import { heatMapChanged } from '@purple-sector/contracts/engagement/events'
import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { heatMapReadModel } from './heat-map-read-model.ts'

/** A sheet of cars or the results of a day come one after another. */
const MIN_INTERVAL_MS = 1_000

type Due = { weekend_id: number; version: number; told_map: string | null }

const DUE = 'select weekend_id from heat_maps where told_version < version'

/** Of a map that is empty nothing was told. */
const markOf = (entries: readonly HeatMapEntry[]): string | null =>
  entries.length === 0 ? null : createHash('sha256').update(JSON.stringify(entries)).digest('base64')

const tellHeatMap = async (sql: Transaction, weekendId: number): Promise<void> => {
  const { rows } = await sql.raw<{ rows: Due[] }>(
    'select * from heat_maps where weekend_id = ? and told_version < version for update skip locked',
    [weekendId],
  )
  if (!rows[0]) return
  const map = markOf(await heatMapReadModel(sql).entries(weekendId))
  const told = { weekendId, version: rows[0].version, map }
  await sql.raw('update heat_maps set told_version = :version, told_map = :map where weekend_id = :weekendId', told)
  if (map !== rows[0].told_map) await outbox(sql).append(heatMapChanged, { weekendId })
}

/** Tells of those maps that are others than they were. */
export const tellHeatMaps = async (database: Database): Promise<void> => {
  const { rows } = await database.raw<{ rows: Pick<Due, 'weekend_id'>[] }>(DUE)
  for (const { weekend_id } of rows) await database.transaction((sql) => tellHeatMap(sql, weekend_id))
}

/** Any number of processes may. */
export const startHeatMapTelling = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'telling of heat maps',
    due: DUE,
    work: () => tellHeatMaps(database),
  })
