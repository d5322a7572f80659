/** Runs actions, except during a quiet period: it waits for those in flight and delays new ones. */
export type PausableGate = {
  pass<T>(work: () => Promise<T>): Promise<T>
  quiet<T>(work: () => Promise<T>): Promise<T>
}

export const pausableGate = (): PausableGate => {
  const inside = new Set<Promise<unknown>>()
  let closed: Promise<void> | null = null
  return {
    async pass(work) {
      while (closed) await closed
      const going = work()
      inside.add(going)
      try {
        return await going
      } finally {
        inside.delete(going)
      }
    },
    async quiet(work) {
      const opened = Promise.withResolvers<void>()
      closed = opened.promise
      try {
        await Promise.allSettled(inside)
        return await work()
      } finally {
        closed = null
        opened.resolve()
      }
    },
  }
}
