import type { Queue } from '@purple-sector/jobs'
import { z } from 'zod'

export const SCORING_QUEUE = 'scoring'

/** A job says only which race to look at: what there is to score is read from Postgres. */
export const scoringJob = z.object({ raceId: z.number() })

/** Best effort: a request that nobody is woken for is found by the sweep. */
export const wakeScoring = (queue: Queue, raceId: number): Promise<void> => queue.wake(`race-${raceId}`, { raceId })
