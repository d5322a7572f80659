/** Events in the order of their time; events of the same time run in the order of planning. */
export type Timeline = {
  /** Milliseconds since the start. */
  now(): number
  after(ms: number, action: () => void): void
  /** Runs until no event is planned. */
  run(): void
}

type ScheduledEvent = { at: number; number: number; action: () => void }

const isBefore = (event: ScheduledEvent, other: ScheduledEvent): boolean =>
  event.at < other.at || (event.at === other.at && event.number < other.number)

/** Creates the clock of a discrete-event simulation, which jumps from event to event. A binary heap. */
export const createTimeline = (): Timeline => {
  const heap: ScheduledEvent[] = []
  let now = 0
  let planned = 0

  const add = (event: ScheduledEvent): void => {
    let index = heap.length
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = heap[parent]
      if (!above || isBefore(above, event)) break
      heap[index] = above
      index = parent
    }
    heap[index] = event
  }

  const removeFirst = (): ScheduledEvent | undefined => {
    const [first] = heap
    const last = heap.pop()
    if (!last || heap.length === 0) return first
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      const [left, right] = [heap[child], heap[child + 1]]
      if (left && right && isBefore(right, left)) child += 1
      const below = heap[child]
      if (!below || isBefore(last, below)) break
      heap[index] = below
      index = child
    }
    heap[index] = last
    return first
  }

  return {
    now: () => now,
    after(ms, action) {
      planned += 1
      add({ at: now + ms, number: planned, action })
    },
    run() {
      for (let next = removeFirst(); next; next = removeFirst()) {
        now = next.at
        next.action()
      }
    },
  }
}
