import { createHash } from 'node:crypto'
import { heatMapChanged } from '@purple-sector/contracts/engagement/events'
import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { heatMapReadModel } from './heat-map-read-model.ts'
import { DUE_HEAT_MAPS, heatMapRepository } from './heat-map-repository.ts'

/** Batches imports of cars and results, which arrive one by one. */
const MIN_INTERVAL_MS = 1_000

/** Hashes the entries; null for an empty map, which is never published. */
const hashOf = (entries: readonly HeatMapEntry[]): string | null =>
  entries.length === 0 ? null : createHash('sha256').update(JSON.stringify(entries)).digest('base64')

const publishHeatMap = async (sql: Transaction, weekendId: number): Promise<void> => {
  const heatMaps = heatMapRepository(sql)
  const due = await heatMaps.lockDue(weekendId)
  if (!due) return
  const hash = hashOf(await heatMapReadModel(sql).entries(weekendId))
  await heatMaps.markPublished(weekendId, { version: due.version, hash })
  if (hash !== due.publishedHash) await outbox(sql).append(heatMapChanged, { weekendId })
}

/** Publishes the maps whose content has changed. */
export const publishHeatMaps = async (database: Database): Promise<void> => {
  for (const id of await heatMapRepository(database).listDue())
    await database.transaction((sql) => publishHeatMap(sql, id))
}

/** Starts the task that publishes changed heat maps; may run in any number of processes. */
export const startHeatMapPublishing = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'publish heat maps',
    due: DUE_HEAT_MAPS,
    work: () => publishHeatMaps(database),
  })
