import type { Database } from '@purple-sector/database'
import type { Jobs } from '@purple-sector/jobs'
import { histogram } from '@purple-sector/metrics'
import type { BackgroundTask, Logger } from '@purple-sector/service-kit'
import { inTraceOf } from '@purple-sector/telemetry/trace'
import { publishLeaderboards } from '../board-publishing/publish-leaderboards.ts'
import { scoreRace } from './score-race.ts'
import { SCORING_QUEUE, scoringJob } from './scoring-queue.ts'

type Dependencies = { database: Database; jobs: Jobs; log: Logger }

type PendingRequest = { weekend_id: number; traceparent: string | null }

/** Finds the latest request that is not scored or not completely published. */
const findLatestRequest = (database: Database, raceId: number): Promise<PendingRequest | undefined> =>
  database('scoring_requests')
    .where({ race_id: raceId, state: 'pending' })
    .orderBy('revision', 'desc')
    .first('weekend_id', 'traceparent')

const duration = histogram('scoring_duration_seconds')

const measureMs = async <T>(
  step: 'score' | 'publish-groups',
  work: () => Promise<T>,
): Promise<{ result: T; ms: number }> => {
  const startedAt = performance.now()
  const result = await work()
  const ms = performance.now() - startedAt
  duration.observe({ step }, ms / 1_000)
  return { result, ms: Math.round(ms) }
}

/**
 * Starts a worker that scores races when woken, and then publishes the groups' boards. A job is only a wake-up: locks
 * in Postgres decide which worker scores a race, so any number may run, and a killed one leaves its race to the next.
 */
export const startScoringWorker = ({ database, jobs, log }: Dependencies): BackgroundTask => {
  const score = scoreRace({ database })

  const publish = publishLeaderboards({ database })

  return jobs.worker(
    SCORING_QUEUE,
    async ({ data }) => {
      const { raceId } = scoringJob.parse(data)
      const pending = await findLatestRequest(database, raceId)
      const handleWake = async (): Promise<void> => {
        // Pending boards of another worker are published in short transactions first; a scoring would publish them in
        // its own.
        if (pending) await publish(pending.weekend_id)
        const { result: outcome, ms } = await measureMs('score', () => score(raceId))
        log.info({ event: 'scoring.completed', raceId, outcome, ms }, 'Scoring completed')
        if (!pending || outcome !== 'scored') return
        const published = await measureMs('publish-groups', () => publish(pending.weekend_id))
        log.info(
          { event: 'scoring.leaderboards_published', raceId, boards: published.result, ms: published.ms },
          'Group leaderboards published',
        )
      }
      await inTraceOf({ traceparent: pending?.traceparent ?? undefined }, handleWake, {
        name: 'score race',
        kind: 'consumer',
        attributes: { service: 'tipping', raceId },
      })
    },
    { concurrency: 2 },
  )
}
