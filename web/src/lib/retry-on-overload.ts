import { ApiError, hasCode } from './api.ts'

/** Whoever is refused at the same moment comes again at different ones. */
const SPREAD_MS = 2_000
/** Longer nobody watches a button that does nothing. */
const MAX_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Refusals of a moment: of everybody, or of one account that has too much under way. */
const MOMENTARY = ['OVERLOADED', 'TOO_MANY_AT_ONCE']

/**
 * Asks once more where the server refused for the moment and says when to come again (docs/contract.md, `OVERLOADED` and
 * `TOO_MANY_AT_ONCE`): nothing was stored. The second answer counts, whatever it is.
 */
export const retryOnOverload = async <Output>(ask: () => Promise<Output>): Promise<Output> => {
  try {
    return await ask()
  } catch (error) {
    const isMomentary = MOMENTARY.some((code) => hasCode(error, code))
    const seconds = isMomentary && error instanceof ApiError ? error.retryAfter : undefined
    if (seconds === undefined || seconds * 1_000 > MAX_MS) throw error
    await pause(seconds * 1_000 + Math.random() * SPREAD_MS)
    return ask()
  }
}
