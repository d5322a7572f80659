import type { Difference } from './comparison/differences.ts'
import { pause } from './fans/http-client.ts'

/** Asks again (every so many ms) until nothing differs, or returns what still does when patience (ms) runs out. */
export const settle = async (
  check: () => Promise<Difference[]>,
  patience: number,
  signal: AbortSignal,
  every = 500,
): Promise<Difference[]> => {
  const end = Date.now() + patience
  for (;;) {
    const differences = await check()
    if (differences.length === 0 || Date.now() > end) return differences
    await pause(every, signal)
    signal.throwIfAborted()
  }
}
