import type { Logger } from 'pino'
import type { JobsConnection } from './connection.ts'
import type { Jobs, JobsOptions, Queue, Worker } from './jobs.ts'
import { openQueue } from './queue.ts'
import { startWorker } from './worker.ts'

/** Creates BullMQ queues: on Redis (distributed) or on BullMQ's Postgres backend (embedded). */
export const createJobs = (
  connection: JobsConnection,
  log: Logger,
  { wakeTimeoutMs = 2_000 }: JobsOptions = {},
): Jobs => {
  const queues = new Map<string, Queue & { close(): Promise<void> }>()
  const workers = new Set<Worker>()
  return {
    queue(name, options = {}) {
      const existing = queues.get(name)
      if (existing) return existing
      const queue = openQueue(connection, name, options, wakeTimeoutMs, log)
      queues.set(name, queue)
      return queue
    },
    worker(name, handler, options = {}) {
      const worker = startWorker(connection, name, handler, options, log)
      workers.add(worker)
      return {
        async stop() {
          workers.delete(worker)
          await worker.stop()
        },
      }
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop()))
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      workers.clear()
      queues.clear()
    },
  }
}
