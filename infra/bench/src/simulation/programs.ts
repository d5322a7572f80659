import type { Timeline } from './timeline.ts'

/** The cores of a machine, shared by all its programs in turns. */
export type Machine = {
  name: string
  cores: number
  work(ms: number, done: () => void): void
  /** Total milliseconds that its cores were busy so far. */
  busyMs(): number
}

/** A program on a machine with a number of threads; items wait in a queue while all threads are busy. */
export type Program = { name: string; threads: number; work(ms: number, done: () => void): void; busyMs(): number }

/** Time slice of the scheduler. */
const SLICE_MS = 4

type Work = { remaining: number; done: () => void }

export const createMachine = (timeline: Timeline, name: string, cores: number): Machine => {
  const waiting = createQueue<Work>()
  let running = 0
  let busyMs = 0

  const next = (): void => {
    const work = running < cores ? waiting.take() : undefined
    if (!work) return
    running += 1
    const slice = Math.min(SLICE_MS, work.remaining)
    timeline.after(slice, () => {
      running -= 1
      busyMs += slice
      work.remaining -= slice
      if (work.remaining > 0) waiting.add(work)
      next()
      if (work.remaining <= 0) work.done()
    })
  }

  return {
    name,
    cores,
    work(ms, done) {
      waiting.add({ remaining: ms, done })
      next()
    },
    busyMs: () => busyMs,
  }
}

/** Creates a program that needs the cores of its machine; `threads` is 1 for a Node process. */
export const createProgram = (timeline: Timeline, name: string, machine: Machine, threads = 1): Program => {
  const waiting = createQueue<Work>()
  let running = 0
  let busyMs = 0

  const next = (): void => {
    const work = running < threads ? waiting.take() : undefined
    if (!work) return
    running += 1
    const startedAt = timeline.now()
    machine.work(work.remaining, () => {
      running -= 1
      busyMs += timeline.now() - startedAt
      next()
      work.done()
    })
  }

  return {
    name,
    threads,
    work(ms, done) {
      waiting.add({ remaining: ms, done })
      next()
    },
    busyMs: () => busyMs,
  }
}

/**
 * A FIFO queue.
 * The head of its array is cut off only now and then, because queues grow long before a deadline.
 */
export const createQueue = <Item>() => {
  let items: (Item | undefined)[] = []
  let head = 0
  return {
    add(item: Item): void {
      items.push(item)
    },
    take(): Item | undefined {
      const item = items[head]
      if (head === items.length) return undefined
      items[head] = undefined
      head += 1
      if (head > 1_000 && head * 2 > items.length) {
        items = items.slice(head)
        head = 0
      }
      return item
    },
    length: () => items.length - head,
  }
}

type BatchRules<Item> = {
  /** Number of concurrent batches. */
  lanes: number
  maxBatchSize: number
  /** Pause of a lane between two batches. */
  gatherMs?: number
  handleBatch(batch: Item[], done: () => void): void
}

/**
 * Batches the items that arrive while all lanes are busy: tips into transactions, events for the relay and for
 * consumers.
 */
export const createBatches = <Item>(
  timeline: Timeline,
  { lanes, maxBatchSize, gatherMs = 0, handleBatch }: BatchRules<Item>,
) => {
  const waiting = createQueue<Item>()
  let running = 0

  const next = (): void => {
    if (running >= lanes || waiting.length() === 0) return
    const batch: Item[] = []
    for (let item = waiting.take(); item !== undefined; item = waiting.take()) {
      batch.push(item)
      if (batch.length === maxBatchSize) break
    }
    running += 1
    handleBatch(batch, () =>
      timeline.after(gatherMs, () => {
        running -= 1
        next()
      }),
    )
  }
  return {
    add(item: Item): void {
      waiting.add(item)
      next()
    },
  }
}
