import type { Queue } from '@purple-sector/jobs'
import { z } from 'zod'

export const REPORT_QUEUE = 'reports'

/** A job carries only the id of its report; what there is to do is read from Postgres. */
export const reportJob = z.object({ id: z.number() })

/** Enqueues a job, best effort: the sweep finds reports that no job woke. */
export const wakeReport = (queue: Queue, id: number): Promise<void> => queue.wake(`report-${id}`, { id })
