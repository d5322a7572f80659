import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runPeriodically } from '@purple-sector/service-kit'
import { trimNotifications } from './notification-repository.ts'

const INTERVAL_MS = 10 * 60_000

export const startTrimming = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runPeriodically(INTERVAL_MS, log, 'trim notifications', () => trimNotifications(database))
