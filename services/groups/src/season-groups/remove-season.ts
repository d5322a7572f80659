import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { PENDING_SEASON_REMOVALS, pendingSeasonRemovals } from './pending-season-removal-repository.ts'
import { publishGroups } from './publish-groups.ts'
import { seasonGroupRepository } from './season-group-repository.ts'

const BATCH_SIZE = 500
const INTERVAL_MS = 2_000

/** Makes groups of a deleted season groups of their current weekend; they keep their other weekends. */
const leaveSeason = async (database: Database, seasonId: number): Promise<void> => {
  for (let count = BATCH_SIZE; count === BATCH_SIZE; )
    count = await database.transaction(async (sql) => {
      const groups = seasonGroupRepository(sql)
      const ids = await groups.selectOfSeasonForUpdate(seasonId, BATCH_SIZE)
      await groups.setCurrent(ids)
      await groups.leaveSeason(ids)
      await publishGroups(sql, ids)
      return ids.length
    })
}

/** Starts the task that ends the seasons of groups once they are deleted. */
export const startSeasonRemoval = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'removal of deleted seasons from groups',
    due: PENDING_SEASON_REMOVALS,
    async work() {
      const pending = pendingSeasonRemovals(database)
      for (const seasonId of await pending.list()) {
        await leaveSeason(database, seasonId)
        await pending.remove(seasonId)
      }
    },
  })
