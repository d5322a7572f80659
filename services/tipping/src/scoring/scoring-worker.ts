import type { Database } from '@purple-sector/database'
import type { Jobs } from '@purple-sector/jobs'
import { inTraceOf } from '@purple-sector/messaging/trace'
import type { BackgroundTask, Logger } from '@purple-sector/service-kit'
import { publishLeaderboards } from '../boards/publish-leaderboards.ts'
import { scoreRace } from './score-race.ts'
import { SCORING_QUEUE, scoringJob } from './scoring-queue.ts'

type Dependencies = { database: Database; jobs: Jobs; log: Logger }

type PendingRequest = { weekend_id: number; traceparent: string | null }

/** The latest result that waits to be scored, or to be told to the end. */
const latestOf = (database: Database, raceId: number): Promise<PendingRequest | undefined> =>
  database('scoring_requests')
    .where({ race_id: raceId, state: 'pending' })
    .orderBy('revision', 'desc')
    .first('weekend_id', 'traceparent')

const timed = async <T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> => {
  const startedAt = performance.now()
  const result = await work()
  return { result, ms: Math.round(performance.now() - startedAt) }
}

/**
 * Scores races when woken, and then tells the groups of it. The job is only a wake-up: which race is whose is settled by
 * locks in Postgres, so any number of workers may run, and one that is killed leaves its race to the next.
 */
export const startScoringWorker = ({ database, jobs, log }: Dependencies): BackgroundTask => {
  const score = scoreRace({ database })

  const publish = publishLeaderboards({ database })

  return jobs.worker(
    SCORING_QUEUE,
    async ({ data }) => {
      const { raceId } = scoringJob.parse(data)
      const pending = await latestOf(database, raceId)
      await inTraceOf({ traceparent: pending?.traceparent ?? undefined }, async () => {
        // What another left is told in short transactions, before a scoring would do it in its own.
        if (pending) await publish(pending.weekend_id)
        const { result: outcome, ms } = await timed(() => score(raceId))
        log.info({ raceId, outcome, ms }, 'scoring')
        if (!pending || outcome !== 'scored') return
        const published = await timed(() => publish(pending.weekend_id))
        log.info({ raceId, boards: published.result, ms: published.ms }, 'groups told')
      })
    },
    { concurrency: 2 },
  )
}
