/** Creates a mutex per key: runs work of one key in the order of the calls, work of different keys concurrently. */
export const keyedMutex = (): (<T>(key: string, work: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const previous = last.get(key)
    const running = previous ? previous.then(work, work) : work()
    last.set(key, running)
    try {
      return await running
    } finally {
      if (last.get(key) === running) last.delete(key)
    }
  }
}
