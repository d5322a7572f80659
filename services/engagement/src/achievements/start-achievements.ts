import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { closeWeekends } from './close-weekends-sql.ts'
import { countResults } from './count-results-sql.ts'

const INTERVAL_MS = 500

const DUE = 'select 1 from pending_results union all select 1 from pending_weekend_closings where due_at <= now()'

/** Starts the task that counts results and checks whether weekends are over; may run in any number of processes. */
export const startAchievements = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'count achievements',
    due: DUE,
    nextDueAt: 'select min(due_at) from pending_weekend_closings',
    async work() {
      await countResults(database)
      await closeWeekends(database)
    },
  })
