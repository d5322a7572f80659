import type { Difference } from './comparison/differences.ts'
import { pause } from './fans/http-client.ts'

/** Asks again (every so many ms) until nothing differs, or returns what still does when patience (ms) runs out. */
export type WaitUntilEqual = (
  check: () => Promise<Difference[]>,
  timeout: number,
  every?: number,
) => Promise<Difference[]>

/** What a product is known to show wrongly is not waited for, and told nevertheless. */
export const createWaitUntilEqual =
  (isKnown: (difference: Difference) => boolean, signal: AbortSignal): WaitUntilEqual =>
  async (check, timeout, every = 500) => {
    const end = Date.now() + timeout
    for (;;) {
      const differences = await check()
      if (differences.every(isKnown) || Date.now() > end) return differences
      await pause(every, signal)
      signal.throwIfAborted()
    }
  }
