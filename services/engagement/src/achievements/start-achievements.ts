import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { closeWeekends, DUE_COUNTS, NEXT_WEEKEND_CHECK } from './close-weekends-sql.ts'
import { countResults } from './count-results-sql.ts'

const INTERVAL_MS = 500

/** Starts the task that counts results and checks whether weekends are over; may run in any number of processes. */
export const startAchievements = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'count achievements',
    due: DUE_COUNTS,
    nextDueAt: NEXT_WEEKEND_CHECK,
    async work() {
      await countResults(database)
      await closeWeekends(database)
    },
  })
