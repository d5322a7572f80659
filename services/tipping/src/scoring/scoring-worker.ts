import type { Database } from '@purple-sector/database'
import type { Jobs } from '@purple-sector/jobs'
import { inTraceOf } from '@purple-sector/messaging/trace'
import type { Logger, Running } from '@purple-sector/service-kit'
import { scoreRace } from './score-race.ts'
import { SCORING_QUEUE, scoringJob } from './scoring-queue.ts'

type Seams = { database: Database; jobs: Jobs; log: Logger }

/** The trace of the latest result that waits to be scored. */
const traceOf = async (database: Database, raceId: number): Promise<string | undefined> => {
  const request = await database('scoring_requests')
    .where({ race_id: raceId, state: 'pending' })
    .orderBy('revision', 'desc')
    .first('traceparent')
  return request?.traceparent ?? undefined
}

/**
 * Scores races when woken. The job is only a wake-up: which race is whose is settled by locks in Postgres, so
 * any number of workers may run, and one that is killed leaves its race to the next.
 */
export const startScoringWorker = ({ database, jobs, log }: Seams): Running => {
  const score = scoreRace({ database })
  return jobs.worker(
    SCORING_QUEUE,
    async ({ data }) => {
      const { raceId } = scoringJob.parse(data)
      await inTraceOf({ traceparent: await traceOf(database, raceId) }, async () => {
        const startedAt = performance.now()
        const outcome = await score(raceId)
        log.info({ raceId, outcome, ms: Math.round(performance.now() - startedAt) }, 'scoring')
      })
    },
    { concurrency: 2, lockDuration: 10_000, stalledInterval: 5_000 },
  )
}
