import type { Timeline } from './timeline.ts'

/** A machine's cores, which all that runs on it shares in turns. */
export type Machine = {
  name: string
  cores: number
  work(ms: number, done: () => void): void
  /** Milliseconds that its cores have worked so far, together. */
  busyMs(): number
}

/** A program on a machine, with so many threads; what comes while all of them are busy waits in line. */
export type Program = { name: string; threads: number; work(ms: number, done: () => void): void; busyMs(): number }

/** What a scheduler gives to one before it is the next one's turn. */
const SLICE_MS = 4

type Work = { left: number; done: () => void }

export const createMachine = (timeline: Timeline, name: string, cores: number): Machine => {
  const waiting = createLine<Work>()
  let running = 0
  let busyMs = 0

  const next = (): void => {
    const work = running < cores ? waiting.take() : undefined
    if (!work) return
    running += 1
    const slice = Math.min(SLICE_MS, work.left)
    timeline.after(slice, () => {
      running -= 1
      busyMs += slice
      work.left -= slice
      if (work.left > 0) waiting.add(work)
      next()
      if (work.left <= 0) work.done()
    })
  }

  return {
    name,
    cores,
    work(ms, done) {
      waiting.add({ left: ms, done })
      next()
    },
    busyMs: () => busyMs,
  }
}

/** A program whose work needs the cores of its machine: `threads` is 1 for a process of Node. */
export const createProgram = (timeline: Timeline, name: string, machine: Machine, threads = 1): Program => {
  const waiting = createLine<Work>()
  let running = 0
  let busyMs = 0

  const next = (): void => {
    const work = running < threads ? waiting.take() : undefined
    if (!work) return
    running += 1
    const startedAt = timeline.now()
    machine.work(work.left, () => {
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
      waiting.add({ left: ms, done })
      next()
    },
    busyMs: () => busyMs,
  }
}

/** First in, first out; an array whose head is cut off only now and then, for lines grow long before a deadline. */
export const createLine = <Item>() => {
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
  /** So many batches are under way at once. */
  lanes: number
  largest: number
  /** A lane that has done a batch waits so long before it takes the next one. */
  gatherMs?: number
  take(batch: Item[], done: () => void): void
}

/** What comes while all lanes are busy goes together: tips into one transaction, events to the bus and out of it. */
export const createBatches = <Item>(timeline: Timeline, { lanes, largest, gatherMs = 0, take }: BatchRules<Item>) => {
  const waiting = createLine<Item>()
  let running = 0

  const next = (): void => {
    if (running >= lanes || waiting.length() === 0) return
    const batch: Item[] = []
    for (let item = waiting.take(); item !== undefined; item = waiting.take()) {
      batch.push(item)
      if (batch.length === largest) break
    }
    running += 1
    take(batch, () =>
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
