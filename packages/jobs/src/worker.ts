import { setTimeout as delay } from 'node:timers/promises'
import { Worker as BullWorker, type IQueueBackend, type JobProgress } from 'bullmq'
import type { Logger } from 'pino'
import { backendFor, type JobsConnection } from './connection.ts'
import type { Job, Worker, WorkerOptions } from './jobs.ts'

type StoredWorker = BullWorker<unknown, void, string, IQueueBackend, JobProgress, object>

const reconnectMs = 1_000

/** How long a close may take once no job is in hand; it takes longer only while the store is away. */
const closeMs = 2_000

/** Somebody who waits is told of a job; so often, in s, a worker looks all the same. */
const drainDelay = 300

/** How often, in ms, jobs are looked for whose worker is gone, which takes two looks; on Postgres each is four statements. */
const lookForLost = { redis: 5_000, postgres: 7_500 }

/** How often one job may take its worker down with it before it is given up as poison. */
const maxCrashes = 5

/** Starts the working side of a queue. */
export const startWorker = (
  connection: JobsConnection,
  name: string,
  handler: (job: Job) => Promise<void>,
  { concurrency = 1, lockDuration = 10_000, stalledInterval = lookForLost[connection.kind] }: WorkerOptions,
  log: Logger,
): Worker => {
  let isClosed = false
  const inHand = new Set<Promise<void>>()

  const handle = async (job: Job): Promise<void> => {
    const work = handler(job)
    inHand.add(work)
    try {
      await work
    } finally {
      inHand.delete(work)
    }
  }

  const open = (): StoredWorker => {
    const worker: StoredWorker = new BullWorker<unknown, void, string, IQueueBackend, JobProgress, object>(
      name,
      ({ name: id, data, attemptsMade }) => handle({ id, data, attempt: attemptsMade + 1 }),
      {
        connection: {},
        concurrency,
        lockDuration,
        stalledInterval,
        drainDelay,
        maxStalledCount: maxCrashes,
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
      const closing = worker.close(!isConnected)
      await Promise.race([closing, Promise.allSettled(inHand).then(() => delay(closeMs))])
      // While Redis is away its client would go on trying for ever, and the close with it: now it gives up.
      isClosed = true
      await closing
    },
  }
}
