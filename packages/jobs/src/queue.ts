import { collectAtScrape, gauge } from '@purple-sector/metrics'
import { Queue as BullQueue, type IQueueBackend } from 'bullmq'
import type { Logger } from 'pino'
import { backendFor, type JobsConnection } from './connection.ts'
import type { Queue, QueueOptions } from './jobs.ts'

type StoredQueue = BullQueue<unknown, void, string, unknown, void, string, IQueueBackend, object>

const WARN_INTERVAL_MS = 10_000

/** Failed jobs are retained for inspection: a week, at most a thousand. */
const FAILED_JOB_RETENTION = { age: 7 * 24 * 3600, count: 1_000 }

/** States of jobs that are measured. */
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const

const withTimeout = async <Result>(work: Promise<Result>, wakeTimeoutMs: number): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no reply within ${wakeTimeoutMs} ms`)), wakeTimeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Opens the producing side of a queue. */
export const openQueue = (
  connection: JobsConnection,
  name: string,
  { attempts = 5, backoffMs = 500 }: QueueOptions,
  wakeTimeoutMs: number,
  log: Logger,
): Queue & { close(): Promise<void> } => {
  let opened: StoredQueue | undefined
  let isClosed = false
  let warningsMutedUntil = 0

  const warnUnreachable = (error: unknown): void => {
    if (Date.now() < warningsMutedUntil) return
    warningsMutedUntil = Date.now() + WARN_INTERVAL_MS
    log.warn(
      { event: 'jobs.wake_failed', err: error, queue: name },
      'Job queue unreachable; a sweep wakes the worker later',
    )
  }

  const openStoredQueue = (): StoredQueue => {
    const queue = new BullQueue(
      name,
      {
        connection: {},
        defaultJobOptions: {
          attempts,
          backoff: { type: 'exponential', delay: backoffMs, jitter: 0.2 },
          removeOnComplete: true,
          removeOnFail: FAILED_JOB_RETENTION,
        },
      },
      backendFor(connection, { role: 'producer' }, () => isClosed),
    )
    queue.on('error', warnUnreachable)
    return queue
  }

  const stopCollecting = collectAtScrape(async () => {
    if (!opened) return
    const counts = await withTimeout(opened.getJobCounts(...STATES), wakeTimeoutMs)
    for (const state of STATES) gauge('job_queue_jobs').set({ queue: name, state }, counts[state] ?? 0)
  })

  return {
    async wake(id, data) {
      opened ??= openStoredQueue()
      const queue = opened
      try {
        // Deduplication instead of job ids: BullMQ silently ignores an id that still exists, even of a failed job.
        await withTimeout(queue.add(id, data, { deduplication: { id, keepLastIfActive: true } }), wakeTimeoutMs)
      } catch (error) {
        warnUnreachable(error)
        // BullMQ's Postgres backend never recovers from a failed first connection: the next wake opens a new queue.
        if (connection.kind === 'postgres' && opened === queue) {
          opened = undefined
          void queue.close().catch(() => {})
        }
      }
    },
    async close() {
      stopCollecting()
      await opened?.close().catch(() => {})
      isClosed = true
    },
  }
}
