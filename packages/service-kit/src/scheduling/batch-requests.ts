import { setTimeout } from 'node:timers/promises'
import { isConnectionFailure } from '@purple-sector/database'

/** What became of one of several requests; `alone` is one that has to be taken by itself. */
export type BatchOutcome<Result> = { result: Result } | { refusal: unknown } | 'handle-one'

export type BatchRules<Request, Result> = {
  /** What goes together: requests of one key (a weekend, a room). All, unless said. */
  batchKey?(request: Request): string
  /** Whose it is: theirs are taken in order, one after another. */
  partitionKey(request: Request): string
  /** So many batches of a key are under way at once. */
  concurrency: number
  /** So long, in ms, others of the key wait for a batch at most; until it is done unless said. */
  timeoutMs?: number
  /** Takes several, each of another person; answers what became of each, in their order. */
  handleBatch(requests: readonly Request[]): Promise<readonly BatchOutcome<Result>[]>
  /** Takes one. */
  handleOne(request: Request): Promise<Result>
}

type Waiting<Request, Result> = {
  request: Request
  person: string
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** Requests of one key: those that wait, and whose are being taken. */
type Queue<Request, Result> = { waiting: Waiting<Request, Result>[]; inFlight: Set<string>; running: number }

const MAX = 50

/**
 * Who goes next: the oldest first, at most one of each person and none of whoever's last one is still under way, so that
 * theirs are taken in order; the others stay.
 */
export const nextBatch = <T extends { person: string }>(queue: T[], inFlight: ReadonlySet<string> = new Set()): T[] => {
  const batch: T[] = []
  const left: T[] = []
  const people = new Set(inFlight)
  for (const waiting of queue) {
    if (batch.length === MAX || people.has(waiting.person)) left.push(waiting)
    else batch.push(waiting)
    people.add(waiting.person)
  }
  queue.splice(0, queue.length, ...left)
  return batch
}

/** Waits for work, where `ms` is given so long at most. */
const waitFor = async (work: Promise<void>, ms: number | undefined): Promise<void> => {
  if (ms === undefined) return work
  const over = new AbortController()
  await Promise.race([work, setTimeout(ms, undefined, { signal: over.signal }).catch(() => {})])
  over.abort()
}

/**
 * Takes requests that arrive together in one piece of work: where everybody comes at once, what one costs is mostly
 * round trips and the commit. Nobody waits for company: who comes alone is taken at once, those who come meanwhile go
 * together. A refusal concerns its own request only; where the work itself fails, each is taken alone.
 */
export const batchRequests = <Request, Result>(
  rules: BatchRules<Request, Result>,
): ((request: Request) => Promise<Result>) => {
  const { batchKey = () => '', partitionKey, concurrency, timeoutMs } = rules
  const queues = new Map<string, Queue<Request, Result>>()

  const leave = (key: string, queue: Queue<Request, Result>, taken: readonly Waiting<Request, Result>[]): void => {
    for (const { person } of taken) queue.inFlight.delete(person)
    if (queue.waiting.length > 0) void run(key)
    else if (queue.inFlight.size === 0) queues.delete(key)
  }

  const handleOne = ({ request, resolve, reject }: Waiting<Request, Result>): Promise<void> =>
    rules.handleOne(request).then(resolve, reject)

  /** Answers those that have to be taken alone. */
  const handleBatch = async (batch: Waiting<Request, Result>[]): Promise<Waiting<Request, Result>[]> => {
    const outcomes = await rules.handleBatch(batch.map(({ request }) => request))
    return batch.filter(({ resolve, reject }, place) => {
      const outcome = outcomes[place]
      if (!outcome || outcome === 'handle-one') return true
      if ('result' in outcome) resolve(outcome.result)
      else reject(outcome.refusal)
      return false
    })
  }

  const take = async (key: string, queue: Queue<Request, Result>, batch: Waiting<Request, Result>[]): Promise<void> => {
    try {
      const left = new Set(await handleBatch(batch))
      leave(
        key,
        queue,
        batch.filter((waiting) => !left.has(waiting)),
      )
      // Who goes alone may have to wait for somebody, and holds up nothing but their own next one.
      for (const waiting of left) void handleOne(waiting).then(() => leave(key, queue, [waiting]))
    } catch (error) {
      if (isConnectionFailure(error)) for (const { reject } of batch) reject(error)
      else await Promise.all(batch.map(handleOne))
      leave(key, queue, batch)
    }
  }

  const run = async (key: string): Promise<void> => {
    const queue = queues.get(key)
    if (!queue || queue.running >= concurrency) return
    const { waiting, inFlight } = queue
    queue.running += 1
    for (let batch = nextBatch(waiting, inFlight); batch.length > 0; batch = nextBatch(waiting, inFlight)) {
      for (const { person } of batch) inFlight.add(person)
      await waitFor(take(key, queue, batch), timeoutMs)
    }
    queue.running -= 1
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const key = batchKey(request)
      const queue = queues.get(key) ?? { waiting: [], inFlight: new Set(), running: 0 }
      queues.set(key, queue)
      queue.waiting.push({ request, person: partitionKey(request), resolve, reject })
      void run(key)
    })
}
