/** Waits for the work, but at most `ms` milliseconds. Never cancels the work and ignores its errors afterwards. */
export const withTimeout = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const tooLong = new AbortController()
  work.catch(() => {})
  await Promise.race([work, pause(ms, tooLong.signal)]).finally(() => tooLong.abort())
}

/** Waits `ms` milliseconds or until the signal fires, whichever is first; never rejects. */
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
