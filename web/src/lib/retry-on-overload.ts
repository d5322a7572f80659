import { ApiError, hasCode } from './api.ts'

/** Random extra wait, in ms, so that clients rejected together do not retry together. */
const JITTER_MS = 2_000
/** Maximum wait before a retry, in ms: the button shows nothing meanwhile. */
const MAX_RETRY_AFTER_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Codes of transient rejections: overload of the server, or too many requests in flight of one account. */
const TRANSIENT_CODES = ['OVERLOADED', 'TOO_MANY_AT_ONCE']

/**
 * Retries once if the server was overloaded and says when to retry (docs/contract.md, `OVERLOADED` and
 * `TOO_MANY_AT_ONCE`): nothing was stored. Returns the second result, success or failure.
 */
export const retryOnOverload = async <Output>(request: () => Promise<Output>): Promise<Output> => {
  try {
    return await request()
  } catch (error) {
    const isTransient = TRANSIENT_CODES.some((code) => hasCode(error, code))
    const seconds = isTransient && error instanceof ApiError ? error.retryAfter : undefined
    if (seconds === undefined || seconds * 1_000 > MAX_RETRY_AFTER_MS) throw error
    await pause(seconds * 1_000 + Math.random() * JITTER_MS)
    return request()
  }
}
