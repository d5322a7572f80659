import { type BackgroundTask, type Platform, runPeriodically } from '@purple-sector/service-kit'
import { recentAdminActions } from './recent-admin-action-repository.ts'

const INTERVAL_MS = 60_000

/** Starts the sweep of old actions, a task of every replica. */
export const startAdminActionSweep = ({ database, log }: Pick<Platform, 'database' | 'log'>): BackgroundTask =>
  runPeriodically(INTERVAL_MS, log, 'sweep of recent admin actions', () => recentAdminActions(database).removeOld())
