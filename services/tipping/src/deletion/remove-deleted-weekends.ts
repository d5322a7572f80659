import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { returnJokersOfDeletedWeekend } from '../jokers/return-jokers.ts'
import { DUE_FOR_REMOVAL, removeBatch, removeRestOfWeekend, WEEKEND_BATCHES } from './deletion-sql.ts'
import { removeEndedGroups } from './remove-ended-groups.ts'

const BATCH_SIZE = 5_000
const INTERVAL_MS = 2_000

const removeWeekend = async (database: Database, weekendId: number): Promise<void> => {
  await returnJokersOfDeletedWeekend(database, weekendId)
  for (const statement of WEEKEND_BATCHES)
    for (let removed = BATCH_SIZE; removed === BATCH_SIZE; )
      removed = await removeBatch(database, statement, { weekendId, batch: BATCH_SIZE })
  await database.transaction((sql) => removeRestOfWeekend(sql, weekendId))
}

/** Removes the rows of deleted weekends. The mark that keeps them deleted stays for ever. */
export const removeDeletedWeekends = async (database: Database): Promise<void> => {
  const weekends: { id: number }[] = await database('weekends').where({ deleted: true }).select('id')
  for (const { id } of weekends) await removeWeekend(database, id)
}

export const startDeletion = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'removal of what was deleted',
    due: DUE_FOR_REMOVAL,
    async work() {
      await removeDeletedWeekends(database)
      await removeEndedGroups(database)
    },
  })
