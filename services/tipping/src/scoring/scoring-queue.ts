import type { Queue } from '@purple-sector/jobs'
import { z } from 'zod'

export const SCORING_QUEUE = 'scoring'

/** A job names only the race to check; the revisions to score are read from Postgres. */
export const scoringJob = z.object({ raceId: z.number() })

/** Wakes a worker, best effort: a sweep finds requests whose wake-up was lost. */
export const wakeScoring = (queue: Queue, raceId: number): Promise<void> => queue.wake(`race-${raceId}`, { raceId })
