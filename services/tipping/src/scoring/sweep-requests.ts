import type { Database } from '@purple-sector/database'
import type { Jobs } from '@purple-sector/jobs'
import { gauge } from '@purple-sector/metrics'
import { type BackgroundTask, type Logger, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import { SCORING_QUEUE, wakeScoring } from './scoring-queue.ts'
import { NEXT_OVERDUE_AT, OVERDUE_REQUESTS, oldestRequest, overdueRaces } from './scoring-requests-sql.ts'

type Dependencies = { database: Database; jobs: Jobs; log: Logger }

const oldestAge = gauge('scoring_oldest_request_seconds')

const INTERVAL_MS = 2_000
const MEASURE_INTERVAL_MS = 15_000

/** Wakes a worker for overdue requests periodically. Any number of processes may run it: a wake-up is cheap. */
export const startScoringSweep = ({ database, jobs, log }: Dependencies): BackgroundTask => {
  const queue = jobs.queue(SCORING_QUEUE)
  const sweep = runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'sweep of scoring requests',
    due: OVERDUE_REQUESTS,
    nextDueAt: NEXT_OVERDUE_AT,
    async work() {
      for (const raceId of await overdueRaces(database)) await wakeScoring(queue, raceId)
    },
  })
  const measurement = runPeriodically(MEASURE_INTERVAL_MS, log, 'age of the oldest scoring request', async () =>
    oldestAge.set(await oldestRequest(database)),
  )
  return {
    async stop() {
      await Promise.all([sweep.stop(), measurement.stop()])
    },
  }
}
