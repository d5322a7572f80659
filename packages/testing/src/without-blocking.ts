import { expect } from 'vitest'

/** How long one piece of work may block the main thread. */
const MAX_BLOCKED_MS = 100
const RUNS = 3

/** Returns the result of `work`, and its longest piece in the event loop, in ms of this thread's processor time. */
const measureBlocking = async <Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> => {
  let before = process.threadCpuUsage()
  let longest = 0
  let hasFinished = false
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
    before = process.threadCpuUsage()
  }
  const measureContinuously = () => {
    measure()
    if (!hasFinished) setImmediate(measureContinuously)
  }
  measureContinuously()
  try {
    const result = await work()
    measure()
    return { result, ms: longest / 1_000 }
  } finally {
    hasFinished = true
  }
}

/**
 * Returns the result of `work`, and verifies that no piece of it blocks the main thread for 100 ms.
 *
 * It fails only if the limit is exceeded three times, because a garbage collection or another virtual machine on the
 * processor may cause a single pause.
 */
export const withoutBlocking = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const blocked: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const { result, ms } = await measureBlocking(work)
    if (ms < MAX_BLOCKED_MS) return result
    blocked.push(Math.round(ms))
  }
  expect.fail(`one piece of it kept the main thread for ${blocked.join(', ')} ms in ${RUNS} runs`)
}
