/**
 * Waits for the work, but at most `ms` milliseconds. Does not cancel the work; ignores its errors after the timeout.
 */
export const withTimeout = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const finished = new AbortController()
  work.catch(() => {})
  await Promise.race([work, pause(ms, finished.signal)]).finally(() => finished.abort())
}

/** Waits `ms` milliseconds or until the signal fires, whichever is first; never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal?.addEventListener('abort', finish)
  })
