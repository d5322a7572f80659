/** Waits for the work, but no longer than `ms` milliseconds; what becomes of it then is nobody's business. */
export const withTimeout = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const tooLong = new AbortController()
  work.catch(() => {})
  await Promise.race([work, pause(ms, tooLong.signal)]).finally(() => tooLong.abort())
}

/** Waits `ms` milliseconds, or until the signal fires if that comes first; never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done)
  })
