import type { Database } from '@purple-sector/database'
import type { Jobs } from '@purple-sector/jobs'
import { type BackgroundTask, type Logger, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import { gauge } from '@purple-sector/service-kit/metrics'
import { SCORING_QUEUE, wakeScoring } from './scoring-queue.ts'

type Dependencies = { database: Database; jobs: Jobs; log: Logger }

/** How long a request may be pending before a worker is woken again for it. */
const OVERDUE = "interval '5 seconds'"
const IS_PENDING = "state = 'pending'"
const IS_OVERDUE = `${IS_PENDING} and requested_at < clock_timestamp() - ${OVERDUE}`

/** Races whose scoring is overdue: the wake-up or the worker was lost. */
export const overdueRaces = async (database: Database): Promise<number[]> => {
  const { rows } = await database.raw<{ rows: { race_id: number }[] }>(
    `select distinct race_id from scoring_requests where ${IS_OVERDUE} limit 1000`,
  )
  return rows.map(({ race_id }) => race_id)
}

/** Age of the oldest pending request in seconds; 0 without one. */
export const oldestRequest = async (database: Database): Promise<number> => {
  const { rows } = await database.raw<{ rows: { seconds: number | null }[] }>(
    `select extract(epoch from clock_timestamp() - min(requested_at))::float8 as seconds
     from scoring_requests where ${IS_PENDING}`,
  )
  return rows[0]?.seconds ?? 0
}

const setOldestAge = gauge('scoring_oldest_request_seconds', 'Age of the result that has waited longest to be scored')

const INTERVAL_MS = 2_000
const MEASURE_INTERVAL_MS = 15_000

/** Wakes a worker for overdue requests periodically. Any number of processes may run it: a wake-up is cheap. */
export const startScoringSweep = ({ database, jobs, log }: Dependencies): BackgroundTask => {
  const queue = jobs.queue(SCORING_QUEUE)
  const sweep = runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'sweep of scoring requests',
    due: `select from scoring_requests where ${IS_OVERDUE}`,
    nextDueAt: `select min(requested_at) + ${OVERDUE} from scoring_requests where ${IS_PENDING}`,
    async work() {
      for (const raceId of await overdueRaces(database)) await wakeScoring(queue, raceId)
    },
  })
  const measurement = runPeriodically(MEASURE_INTERVAL_MS, log, 'age of the oldest scoring request', async () =>
    setOldestAge(await oldestRequest(database)),
  )
  return {
    async stop() {
      await Promise.all([sweep.stop(), measurement.stop()])
    },
  }
}
