import type { Database } from '@purple-sector/database'
import { every, type Logger, type Running } from '@purple-sector/service-kit'
import { closeWeekends } from './close-weekends.ts'
import { countResults } from './count-results.ts'

const PAUSE_MS = 500

/** Counts what results did, and looks at weekends that may be over. Any number of processes may. */
export const startAchievements = ({ database, log }: { database: Database; log: Logger }): Running =>
  every(PAUSE_MS, log, 'counting for achievements', async () => {
    await countResults(database)
    await closeWeekends(database)
  })
