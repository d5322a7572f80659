/** Work that waits for its turn: of `lane`, the newest by `sequence`. */
type Work<Result> = {
  lane: number
  sequence: number
  run(): Promise<Result>
  /** The answer where a newer one, of that sequence, runs instead. */
  overtakenBy(sequence: number): Result
}

type Waiting = { sequence: number; start(): void; overtake(sequence: number): void }

/**
 * Runs work of one key one at a time, of different keys side by side. While one runs, each lane of the key keeps the newest
 * alone: what is overtaken is answered without being run, so nothing queues without end.
 */
export const newestWaiting = <Result>() => {
  /** What waits behind the running work, by key and lane. */
  const running = new Map<number, Map<number, Waiting>>()

  const startNext = (key: number): void => {
    const [next] = running.get(key) ?? []
    if (!next) {
      running.delete(key)
      return
    }
    const [lane, waiting] = next
    running.get(key)?.delete(lane)
    waiting.start()
  }
  const start = async (key: number, run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run()
    } finally {
      startNext(key)
    }
  }

  return async (key: number, { lane, sequence, run, overtakenBy }: Work<Result>): Promise<Result> => {
    const lanes = running.get(key)
    if (!lanes) {
      running.set(key, new Map())
      return start(key, run)
    }
    const before = lanes.get(lane)
    if (before && before.sequence >= sequence) return overtakenBy(before.sequence)
    before?.overtake(sequence)
    return new Promise<Result>((resolve, reject) => {
      lanes.set(lane, {
        sequence,
        start: () => void start(key, run).then(resolve, reject),
        overtake: (newer) => resolve(overtakenBy(newer)),
      })
    })
  }
}
