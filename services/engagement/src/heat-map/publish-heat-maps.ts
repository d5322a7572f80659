import { createHash } from 'node:crypto'
import { heatMapChanged } from '@purple-sector/contracts/engagement/events'
import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { heatMapReadModel } from './heat-map-read-model.ts'

/** Batches imports of cars and results, which arrive one by one. */
const MIN_INTERVAL_MS = 1_000

type Due = { weekend_id: number; version: number; published_hash: string | null }

const DUE = 'select weekend_id from heat_maps where published_version < version'

/** Hashes the entries; null for an empty map, which is never published. */
const hashOf = (entries: readonly HeatMapEntry[]): string | null =>
  entries.length === 0 ? null : createHash('sha256').update(JSON.stringify(entries)).digest('base64')

const publishHeatMap = async (sql: Transaction, weekendId: number): Promise<void> => {
  const { rows } = await sql.raw<{ rows: Due[] }>(
    'select * from heat_maps where weekend_id = ? and published_version < version for update skip locked',
    [weekendId],
  )
  if (!rows[0]) return
  const hash = hashOf(await heatMapReadModel(sql).entries(weekendId))
  const bindings = { weekendId, version: rows[0].version, hash }
  await sql.raw(
    'update heat_maps set published_version = :version, published_hash = :hash where weekend_id = :weekendId',
    bindings,
  )
  if (hash !== rows[0].published_hash) await outbox(sql).append(heatMapChanged, { weekendId })
}

/** Publishes the maps whose content has changed. */
export const publishHeatMaps = async (database: Database): Promise<void> => {
  const { rows } = await database.raw<{ rows: Pick<Due, 'weekend_id'>[] }>(DUE)
  for (const { weekend_id } of rows) await database.transaction((sql) => publishHeatMap(sql, weekend_id))
}

/** Starts the task that publishes changed heat maps; may run in any number of processes. */
export const startHeatMapPublishing = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'publish heat maps',
    due: DUE,
    work: () => publishHeatMaps(database),
  })
