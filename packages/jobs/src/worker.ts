import { setTimeout as delay } from 'node:timers/promises'
import { Worker as BullWorker, type IQueueBackend, type JobProgress } from 'bullmq'
import type { Logger } from 'pino'
import { backendFor, type JobsConnection } from './connection.ts'
import type { Job, Worker, WorkerOptions } from './jobs.ts'

type StoredWorker = BullWorker<unknown, void, string, IQueueBackend, JobProgress, object>

const RECONNECT_BACKOFF_MS = 1_000

/** Timeout of closing once no job is running; only reached while the store is unreachable. */
const CLOSE_TIMEOUT_MS = 2_000

/** A waiting worker is notified of new jobs; this is the interval, in s, of its fallback poll. */
const POLL_INTERVAL_S = 300

/** Interval in ms of the check for stalled jobs. Detection takes two checks; on Postgres each is four statements. */
const STALLED_CHECK_INTERVAL_MS = { redis: 5_000, postgres: 7_500 }

/** Maximum number of worker crashes by one job before it is abandoned as poison. */
const MAX_CRASHES = 5

/** Starts the consuming side of a queue. */
export const startWorker = (
  connection: JobsConnection,
  name: string,
  handler: (job: Job) => Promise<void>,
  {
    concurrency = 1,
    lockDuration = 10_000,
    stalledInterval = STALLED_CHECK_INTERVAL_MS[connection.kind],
  }: WorkerOptions,
  log: Logger,
): Worker => {
  let isClosed = false
  const running = new Set<Promise<void>>()

  const handle = async (job: Job): Promise<void> => {
    const work = handler(job)
    running.add(work)
    try {
      await work
    } finally {
      running.delete(work)
    }
  }

  const openStoredWorker = (): StoredWorker => {
    const worker: StoredWorker = new BullWorker<unknown, void, string, IQueueBackend, JobProgress, object>(
      name,
      ({ name: id, data, attemptsMade }) => handle({ id, data, attempt: attemptsMade + 1 }),
      {
        connection: {},
        concurrency,
        lockDuration,
        stalledInterval,
        drainDelay: POLL_INTERVAL_S,
        maxStalledCount: MAX_CRASHES,
        runRetryDelay: RECONNECT_BACKOFF_MS,
      },
      backendFor(connection, { role: 'worker', concurrency }, () => isClosed),
    )
    worker.on('error', (err) =>
      log.warn({ event: 'jobs.store_unreachable', err, queue: name }, 'Job queue unreachable; the worker reconnects'),
    )
    worker.on('stalled', (id) =>
      log.warn({ event: 'jobs.stalled', queue: name, job: id }, 'Worker lost its job; the job is run again'),
    )
    worker.on('failed', (job, err) => {
      const attempts = { queue: name, job: job?.name, attempt: job?.attemptsMade, of: job?.opts.attempts }
      const isAbandoned = job?.finishedOn !== undefined
      if (isAbandoned) log.error({ event: 'jobs.abandoned', err, ...attempts }, 'Job failed permanently; abandoned')
      else log.warn({ event: 'jobs.failed', err, ...attempts }, 'Job failed; it is retried')
    })
    return worker
  }

  const stopping = new AbortController()
  let worker = openStoredWorker()
  let isConnected = false

  // BullMQ's Postgres backend never recovers from a failed first connection: such a worker is replaced.
  const reopenUntilConnected = async (): Promise<void> => {
    while (!stopping.signal.aborted && !isConnected) {
      isConnected = await worker.waitUntilReady().then(
        () => true,
        () => false,
      )
      if (isConnected || stopping.signal.aborted) return
      await worker.close(true).catch(() => {})
      await delay(RECONNECT_BACKOFF_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) worker = openStoredWorker()
    }
  }
  void reopenUntilConnected()

  return {
    async stop() {
      stopping.abort()
      // A graceful close waits for the connection; without a connection no job can be running.
      const closing = worker.close(!isConnected)
      await Promise.race([closing, Promise.allSettled(running).then(() => delay(CLOSE_TIMEOUT_MS))])
      // While Redis is unreachable, its client would reconnect forever and block the close; `isClosed` ends that.
      isClosed = true
      await closing
    },
  }
}
