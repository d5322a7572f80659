import type { Queue } from '@purple-sector/jobs'
import { z } from 'zod'

export const REPORT_QUEUE = 'reports'

/** A job says only which report to look at: what there is to do is read from Postgres. */
export const reportJob = z.object({ id: z.number() })

/** Best effort: a report that nobody is woken for is found by the sweep. */
export const wakeReport = (queue: Queue, id: number): Promise<void> => queue.wake(`report-${id}`, { id })
