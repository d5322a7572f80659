import type { Difference } from './comparison/differences.ts'
import { pause } from './fans/http-client.ts'

/** Repeats a check every `every` ms until nothing differs; after `timeout` ms returns what still does. */
export type WaitUntilEqual = (
  check: () => Promise<Difference[]>,
  timeout: number,
  every?: number,
) => Promise<Difference[]>

/** Creates the wait; it does not wait for known faults of the product, but still returns them. */
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
