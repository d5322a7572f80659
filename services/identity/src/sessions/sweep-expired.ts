import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runPeriodically } from '@purple-sector/service-kit'
import { deleteExpired } from './expired-rows-sql.ts'

const HOUR_MS = 3_600_000

/** Sweeps at the start and every hour. */
export const startExpirySweep = (database: Database, log: Logger): BackgroundTask =>
  runPeriodically(HOUR_MS, log, 'sweep of expired rows', () => deleteExpired(database))
