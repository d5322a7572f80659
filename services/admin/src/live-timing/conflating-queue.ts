/** A job that waits for its turn; each `lane` has at most one, the newest by `sequence`. */
type Job<Result> = {
  lane: number
  sequence: number
  run(): Promise<Result>
  /** The reply of a job that a newer one, of this sequence, replaces. */
  supersededBy(sequence: number): Result
}

type QueuedJob = { sequence: number; start(): void; supersede(sequence: number): void }

/**
 * Runs the jobs of one key one at a time, and different keys concurrently.
 * While a job runs, each lane of the key queues only the newest: a superseded job replies without running, so the queue
 * is bounded.
 */
export const conflatingQueue = <Result>() => {
  /** The jobs that wait behind the running one, by key and lane. */
  const queues = new Map<number, Map<number, QueuedJob>>()

  const startNext = (key: number): void => {
    const [next] = queues.get(key) ?? []
    if (!next) {
      queues.delete(key)
      return
    }
    const [lane, nextJob] = next
    queues.get(key)?.delete(lane)
    nextJob.start()
  }
  const runThenStartNext = async (key: number, run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run()
    } finally {
      startNext(key)
    }
  }

  return async (key: number, { lane, sequence, run, supersededBy }: Job<Result>): Promise<Result> => {
    const lanes = queues.get(key)
    if (!lanes) {
      queues.set(key, new Map())
      return runThenStartNext(key, run)
    }
    const queuedJob = lanes.get(lane)
    if (queuedJob && queuedJob.sequence >= sequence) return supersededBy(queuedJob.sequence)
    queuedJob?.supersede(sequence)
    return new Promise<Result>((resolve, reject) => {
      lanes.set(lane, {
        sequence,
        start: () => void runThenStartNext(key, run).then(resolve, reject),
        supersede: (newer) => resolve(supersededBy(newer)),
      })
    })
  }
}
