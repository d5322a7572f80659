import { ApiError, hasCode } from './api.ts'

/** Whoever is refused at the same moment comes again at different ones. */
const SPREAD_MS = 2_000
/** Longer nobody watches a button that does nothing. */
const LONGEST_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Asks once more, by itself, where the server took on no more at that moment and says when to come again
 * (docs/contract.md, `OVERLOADED`): nothing was stored. Whatever comes of that is the answer.
 */
export const onceMore = async <Output>(ask: () => Promise<Output>): Promise<Output> => {
  try {
    return await ask()
  } catch (error) {
    const seconds = error instanceof ApiError && hasCode(error, 'OVERLOADED') ? error.retryAfter : undefined
    if (seconds === undefined || seconds * 1_000 > LONGEST_MS) throw error
    await pause(seconds * 1_000 + Math.random() * SPREAD_MS)
    return ask()
  }
}
