import { Queue as BullQueue, type IQueueBackend } from 'bullmq'
import type { Logger } from 'pino'
import { backendFor, type JobsConnection } from './connection.ts'
import type { Queue, QueueOptions } from './jobs.ts'

type StoredQueue = BullQueue<unknown, void, string, unknown, void, string, IQueueBackend, object>

const unchangedForMs = 10_000

/** Failed jobs are kept to be looked at: a week, at most a thousand. */
const keptFailures = { age: 7 * 24 * 3600, count: 1_000 }

const inTime = async <Result>(work: Promise<Result>, wakeTimeoutMs: number): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${wakeTimeoutMs} ms`)), wakeTimeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
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
  let quietUntil = 0

  const complain = (error: unknown): void => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + unchangedForMs
    log.warn({ err: error, queue: name }, 'the job queue does not answer; sweeps will wake again')
  }

  const open = (): StoredQueue => {
    const queue = new BullQueue(
      name,
      {
        connection: {},
        defaultJobOptions: {
          attempts,
          backoff: { type: 'exponential', delay: backoffMs, jitter: 0.2 },
          removeOnComplete: true,
          removeOnFail: keptFailures,
        },
      },
      backendFor(connection, { role: 'producer' }, () => isClosed),
    )
    queue.on('error', complain)
    return queue
  }

  return {
    async wake(id, data) {
      opened ??= open()
      const queue = opened
      try {
        // Deduplication, not job ids: an id that still exists, even of a failed job, would be ignored silently.
        await inTime(queue.add(id, data, { deduplication: { id, keepLastIfActive: true } }), wakeTimeoutMs)
      } catch (error) {
        complain(error)
        // BullMQ's Postgres backend remembers a first connection that failed for ever: the next wake starts anew.
        if (connection.kind === 'postgres' && opened === queue) {
          opened = undefined
          void queue.close().catch(() => {})
        }
      }
    },
    async close() {
      await opened?.close().catch(() => {})
      isClosed = true
    },
  }
}
