import { setTimeout } from 'node:timers/promises'
import { isConnectionFailure } from '@purple-sector/database'

/** The outcome of one request of a batch; `handle-one` means that it has to be handled alone. */
export type BatchOutcome<Result> = { result: Result } | { rejection: unknown } | 'handle-one'

export type BatchRules<Request, Result> = {
  /** Requests of one key (a weekend, a room) share batches; default: all. */
  batchKey?(request: Request): string
  /** Requests with the same partition key are handled in order, one after another. */
  partitionKey(request: Request): string
  /** Maximum number of batches in flight per batch key. */
  concurrency: number
  /** How long, in ms, a batch blocks the next one of its key; default: until it is done. */
  timeoutMs?: number
  /** Handles several requests with different partition keys; returns their outcomes in order. */
  handleBatch(requests: readonly Request[]): Promise<readonly BatchOutcome<Result>[]>
  /** Handles one request. */
  handleOne(request: Request): Promise<Result>
}

type Waiting<Request, Result> = {
  request: Request
  partition: string
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** Requests of one batch key: the waiting ones, and the partition keys in flight. */
type Queue<Request, Result> = { waiting: Waiting<Request, Result>[]; inFlight: Set<string>; running: number }

const MAX_BATCH_SIZE = 50

/**
 * Removes and returns the next batch: the oldest requests, at most one per partition key, skipping keys in flight.
 *
 * Requests of one partition key are thereby handled in order; the others stay in the queue.
 */
export const nextBatch = <T extends { partition: string }>(
  queue: T[],
  inFlight: ReadonlySet<string> = new Set(),
): T[] => {
  const batch: T[] = []
  const remaining: T[] = []
  const partitions = new Set(inFlight)
  for (const waiting of queue) {
    if (batch.length === MAX_BATCH_SIZE || partitions.has(waiting.partition)) remaining.push(waiting)
    else batch.push(waiting)
    partitions.add(waiting.partition)
  }
  queue.splice(0, queue.length, ...remaining)
  return batch
}

/** Waits for the work, at most `ms` milliseconds if defined. */
const waitFor = async (work: Promise<void>, ms: number | undefined): Promise<void> => {
  if (ms === undefined) return work
  const finished = new AbortController()
  await Promise.race([work, setTimeout(ms, undefined, { signal: finished.signal }).catch(() => {})])
  finished.abort()
}

/**
 * Handles requests that arrive together as one batch, because most of their cost is round trips and the commit.
 *
 * No batching delay: the first request runs immediately; requests that arrive meanwhile form the next batch. A rejection
 * concerns only its own request. If the batch itself fails, each request is handled alone, unless the database is
 * unavailable.
 */
export const batchRequests = <Request, Result>(
  rules: BatchRules<Request, Result>,
): ((request: Request) => Promise<Result>) => {
  const { batchKey = () => '', partitionKey, concurrency, timeoutMs } = rules
  const queues = new Map<string, Queue<Request, Result>>()

  const release = (key: string, queue: Queue<Request, Result>, finished: readonly Waiting<Request, Result>[]): void => {
    for (const { partition } of finished) queue.inFlight.delete(partition)
    if (queue.waiting.length > 0) void run(key)
    else if (queue.inFlight.size === 0) queues.delete(key)
  }

  const handleOne = ({ request, resolve, reject }: Waiting<Request, Result>): Promise<void> =>
    rules.handleOne(request).then(resolve, reject)

  /** Resolves the requests of a batch; returns those that have to be handled alone. */
  const handleBatch = async (batch: Waiting<Request, Result>[]): Promise<Waiting<Request, Result>[]> => {
    const outcomes = await rules.handleBatch(batch.map(({ request }) => request))
    return batch.filter(({ resolve, reject }, index) => {
      const outcome = outcomes[index]
      if (!outcome || outcome === 'handle-one') return true
      if ('result' in outcome) resolve(outcome.result)
      else reject(outcome.rejection)
      return false
    })
  }

  const runBatch = async (
    key: string,
    queue: Queue<Request, Result>,
    batch: Waiting<Request, Result>[],
  ): Promise<void> => {
    try {
      const remaining = new Set(await handleBatch(batch))
      release(
        key,
        queue,
        batch.filter((waiting) => !remaining.has(waiting)),
      )
      // A request handled alone may have to wait for others, and blocks only its own partition key.
      for (const waiting of remaining) void handleOne(waiting).then(() => release(key, queue, [waiting]))
    } catch (error) {
      if (isConnectionFailure(error)) for (const { reject } of batch) reject(error)
      else await Promise.all(batch.map(handleOne))
      release(key, queue, batch)
    }
  }

  const run = async (key: string): Promise<void> => {
    const queue = queues.get(key)
    if (!queue || queue.running >= concurrency) return
    const { waiting, inFlight } = queue
    queue.running += 1
    for (let batch = nextBatch(waiting, inFlight); batch.length > 0; batch = nextBatch(waiting, inFlight)) {
      for (const { partition } of batch) inFlight.add(partition)
      await waitFor(runBatch(key, queue, batch), timeoutMs)
    }
    queue.running -= 1
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const key = batchKey(request)
      const queue = queues.get(key) ?? { waiting: [], inFlight: new Set(), running: 0 }
      queues.set(key, queue)
      queue.waiting.push({ request, partition: partitionKey(request), resolve, reject })
      void run(key)
    })
}
