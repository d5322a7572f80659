/** Events in the order of their time; events of the same time run in the order of planning. */
export type Timeline = {
  /** Milliseconds since the start. */
  now(): number
  after(ms: number, happens: () => void): void
  /** Runs until no event is planned. */
  run(): void
}

type Planned = { at: number; number: number; happens: () => void }

const isBefore = (one: Planned, other: Planned): boolean =>
  one.at < other.at || (one.at === other.at && one.number < other.number)

/** Creates the clock of a discrete-event simulation, which jumps from event to event. A binary heap. */
export const createTimeline = (): Timeline => {
  const heap: Planned[] = []
  let now = 0
  let planned = 0

  const add = (one: Planned): void => {
    let place = heap.length
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = heap[parent]
      if (!above || isBefore(above, one)) break
      heap[place] = above
      place = parent
    }
    heap[place] = one
  }

  const takeFirst = (): Planned | undefined => {
    const [first] = heap
    const last = heap.pop()
    if (!last || heap.length === 0) return first
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      const [left, right] = [heap[child], heap[child + 1]]
      if (left && right && isBefore(right, left)) child += 1
      const below = heap[child]
      if (!below || isBefore(last, below)) break
      heap[place] = below
      place = child
    }
    heap[place] = last
    return first
  }

  return {
    now: () => now,
    after(ms, happens) {
      planned += 1
      add({ at: now + ms, number: planned, happens })
    },
    run() {
      for (let next = takeFirst(); next; next = takeFirst()) {
        now = next.at
        next.happens()
      }
    },
  }
}
