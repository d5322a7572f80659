import { type BackgroundTask, type Platform, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import { followVisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import { ENDED_SESSIONS, endRunningSessions, saveRunningSession } from './running-session-sql.ts'

const CHECK_INTERVAL_MS = 1_000

/** Starts projecting running sessions into heat maps, and removing ended ones; may run in any number of processes. */
export const startRunningSessionProjection = ({
  database,
  cache,
  log,
}: Pick<Platform, 'database' | 'cache' | 'log'>): BackgroundTask => {
  const timings = followVisibleTimings(cache)
  const saving = runPeriodically(CHECK_INTERVAL_MS, log, 'save running sessions', async () => {
    for (const timing of timings.running(Date.now())) await saveRunningSession(database, timing)
  })
  const ending = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'end running sessions',
    due: ENDED_SESSIONS,
    work: () => endRunningSessions(database),
  })
  return {
    async stop() {
      await Promise.all([saving.stop(), ending.stop()])
      timings.stop()
    },
  }
}
