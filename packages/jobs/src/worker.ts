import { setTimeout as delay } from 'node:timers/promises'
import { Worker as BullWorker, type IQueueBackend, type JobProgress } from 'bullmq'
import type { Logger } from 'pino'
import { backendFor, type JobsConnection } from './connection.ts'
import type { Job, Worker, WorkerOptions } from './jobs.ts'

type StoredWorker = BullWorker<unknown, void, string, IQueueBackend, JobProgress, object>

const reconnectMs = 1_000

/** How often one job may take its worker down with it before it is given up as poison. */
const mostCrashes = 5

/** Starts the working side of a queue. */
export const startWorker = (
  connection: JobsConnection,
  name: string,
  handler: (job: Job) => Promise<void>,
  { concurrency = 1, lockDuration = 10_000, stalledInterval = 5_000 }: WorkerOptions,
  log: Logger,
): Worker => {
  let isClosed = false

  const open = (): StoredWorker => {
    const worker: StoredWorker = new BullWorker<unknown, void, string, IQueueBackend, JobProgress, object>(
      name,
      ({ name: id, data, attemptsMade }) => handler({ id, data, attempt: attemptsMade + 1 }),
      {
        connection: {},
        concurrency,
        lockDuration,
        stalledInterval,
        maxStalledCount: mostCrashes,
        runRetryDelay: reconnectMs,
      },
      backendFor(connection, { role: 'worker', concurrency }, () => isClosed),
    )
    worker.on('error', (err) => log.warn({ err, queue: name }, 'the job queue does not answer'))
    worker.on('stalled', (id) => log.warn({ queue: name, job: id }, 'a job was lost by its worker and is run again'))
    worker.on('failed', (job, err) => {
      const attempts = { queue: name, job: job?.name, attempt: job?.attemptsMade, of: job?.opts.attempts }
      const isGivenUp = job?.finishedOn !== undefined
      if (isGivenUp) log.error({ err, ...attempts }, 'a job was given up')
      else log.warn({ err, ...attempts }, 'a job failed and is tried again')
    })
    return worker
  }

  const stopping = new AbortController()
  let worker = open()
  let isConnected = false

  // BullMQ's Postgres backend remembers a first connection that failed for ever: such a worker is replaced.
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted && !isConnected) {
      isConnected = await worker.waitUntilReady().then(
        () => true,
        () => false,
      )
      if (isConnected || stopping.signal.aborted) return
      await worker.close(true).catch(() => {})
      await delay(reconnectMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) worker = open()
    }
  }
  void watch()

  return {
    async stop() {
      stopping.abort()
      // A graceful close waits for the connection: where there never was one, no job can be in hand either.
      await worker.close(!isConnected)
      isClosed = true
    },
  }
}
