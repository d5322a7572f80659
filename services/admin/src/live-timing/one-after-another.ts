/** Runs work of one key one after another, of different keys side by side. */
export const oneAfterAnother = () => {
  const last = new Map<number, Promise<unknown>>()
  return async <Result>(key: number, work: () => Promise<Result>): Promise<Result> => {
    const running = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, running)
    try {
      return await running
    } finally {
      if (last.get(key) === running) last.delete(key)
    }
  }
}
